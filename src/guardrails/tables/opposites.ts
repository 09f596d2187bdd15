/** Words of either side of a scale; one for its opposite turns a finding round. English and Vietnamese. */
const SCALES: readonly (readonly [string, string])[] = [
  [
    'increase increases increased increasing raise raises raised raising rise rises rose risen higher high more greater elevated ' +
      'elevates gain gains longer larger many often tăng cao nhiều dài',
    'reduce reduces reduced reducing reduction lower lowers lowered lowering low less fewer decrease decreases decreased decreasing ' +
      'fell decline declines declined drop dropped smaller shorter few giảm thấp ít ngắn hạ',
  ],
  ['above over exceeding exceeds least trên vượt', 'below under most dưới'],
  [
    'improve improves improved improving better benefit benefits superior best tốt',
    'worsen worsens worsened worsening worse harm harms harmed inferior worst xấu kém',
  ],
  ['common commonly frequent frequently usually phổ', 'rare rarely uncommon infrequent seldom hiếm'],
  ['before prior trước', 'after following sau'],
  [
    'prefer preferred recommended recommend recommends advised suggested offered nên',
    'avoid avoided avoids contraindicated discouraged tránh',
  ],
  [
    'start starts started starting begin begins begun initiate initiated continue continued bắt tiếp',
    'stop stops stopped stopping discontinue discontinued withdraw withdrawn ngừng ngưng dừng',
  ],
  ['safe safely', 'unsafe dangerous'],
  ['effective', 'ineffective'],
  ['positive dương', 'negative âm'],
  ['early earlier sớm', 'late later delayed muộn trễ'],
  ['systolic', 'diastolic'],
  ['hyperglycaemia hyperglycemia', 'hypoglycaemia hypoglycemia'],
  ['hyperkalaemia hyperkalemia', 'hypokalaemia hypokalemia'],
  ['hypertension', 'hypotension'],
  ['hyperthyroidism', 'hypothyroidism'],
  ['oral orally', 'intravenous intravenously'],
  ['mild nhẹ', 'severe nặng'],
];

/** Each word with its scale and its side of it. */
export const SIDES: ReadonlyMap<string, { scale: number; isUpper: boolean }> = new Map(
  SCALES.flatMap((sides, scale) =>
    sides.flatMap((words, side) =>
      words
        .split(' ')
        .map((word): [string, { scale: number; isUpper: boolean }] => [word, { scale, isUpper: side === 0 }]),
    ),
  ),
);
