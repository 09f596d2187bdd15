/** Whether something is demanded, left open, allowed, forbidden, or just said, or denied. */
type Stance = 'must' | 'optional' | 'may' | 'must-not' | 'says' | 'denies';

/** The words of modality and negation in both languages, the most telling first: "must not" is no "must". */
const STANCES: readonly (readonly [Stance, RegExp])[] = [
  [
    'optional',
    phrases(
      'optional, voluntary, recommended, should, exempt, not required, not compulsory, not mandatory, not necessary, not have to, need not, no need',
      'không bắt buộc, không nhất thiết, không cần, không phải, tự nguyện, tùy chọn, tuỳ chọn, được miễn, khuyến khích, nên',
    ),
  ],
  [
    'must-not',
    phrases(
      'must not, may not, shall not, should not, can not, cannot, never, nobody, no one, forbidden, prohibited, banned, not allowed, not permitted',
      'không được, không cho phép, không có quyền, nghiêm cấm, bị cấm, cấm, chưa được',
    ),
  ],
  ['denies', phrases('no, not, neither, without', 'không, chưa, chẳng')],
  [
    'must',
    phrases(
      'must, required, compulsory, mandatory, obligatory, has to, have to, shall, needs to, need to',
      'phải, bắt buộc, cần phải, cần',
    ),
  ],
  ['may', phrases('may, can, allowed, permitted, entitled', 'có thể, được phép, được, cho phép, có quyền')],
];
/** A limit denies nothing: what is beyond it is another matter. */
const LIMITS = phrases(
  'at least, at most, up to, maximum, minimum, within, must not exceed, may not exceed, not exceed, no more than, not more than, no later than, not later than, no less than, not less than, no fewer than',
  'tối đa, tối thiểu, ít nhất, nhiều nhất, chậm nhất, trong vòng, không quá, không vượt quá, không hơn, không dưới, không ít hơn, không muộn hơn',
);
const CONTRACTED = /n['’]t(?!\p{L})/giu;

/** How two statements are meant, each by the words that the other does not use too: "unused" leave is not denied. */
export function readStances(a: string, b: string): [Stance, Stance] {
  const [cuesA, cuesB] = [cuesIn(a), cuesIn(b)];
  return [stanceOf(without(cuesA, cuesB)), stanceOf(without(cuesB, cuesA))];
}

/** A sentence without the words that say how it is meant: what is left tells what it is about. */
export function withoutStance(sentence: string): string {
  return STANCES.reduce((rest, [, pattern]) => rest.replace(pattern, ' '), plainly(sentence));
}

/** How two stances on one thing are at odds, if they are. */
export function stanceConflict(a: Stance, b: Stance): 'modality' | 'negation' | null {
  const pair = new Set([a, b]);
  // What is forbidden and what is not done agree; so do what is left open and what is allowed, or not done.
  if (pair.size === 1 || (isNo(a) && isNo(b))) return null;
  if (pair.has('must-not')) return 'negation';
  if (pair.has('denies')) return pair.has('optional') ? null : 'negation';
  if (pair.has('optional')) return pair.has('must') ? 'modality' : null;
  return pair.has('must') && pair.has('may') ? 'modality' : null;
}

/** What follows the first word of denial, as far as its clause goes; nothing where nothing is denied. */
export function deniedIn(sentence: string): string {
  const plain = plainly(sentence);
  const denials = STANCES.filter(([stance]) => isNo(stance)).map(([, pattern]) => plain.search(pattern));
  const start = Math.min(...denials.filter((at) => at !== -1));
  return plain.slice(start).split(/[,;]/u)[0] ?? '';
}

type Cue = Readonly<{ stance: Stance; phrase: string }>;

function cuesIn(sentence: string): Cue[] {
  let plain = plainly(sentence);
  return STANCES.flatMap(([stance, pattern]) => {
    const found = [...plain.matchAll(pattern)].map(([phrase]) => ({ stance, phrase: phrase.toLowerCase() }));
    plain = plain.replace(pattern, ' ');
    return found;
  });
}

function without(cues: readonly Cue[], others: readonly Cue[]): Cue[] {
  const left = others.map(({ phrase }) => phrase);
  return cues.filter(({ phrase }) => {
    const at = left.indexOf(phrase);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function stanceOf(cues: readonly Cue[]): Stance {
  return STANCES.find(([stance]) => cues.some((cue) => cue.stance === stance))?.[0] ?? 'says';
}

function isNo(stance: Stance): boolean {
  return stance === 'must-not' || stance === 'denies';
}

function plainly(sentence: string): string {
  return sentence.normalize('NFC').replace(CONTRACTED, ' not').replace(LIMITS, ' ');
}

/** Any of these, as whole words, the longest first. */
function phrases(...lists: readonly string[]): RegExp {
  const all = lists.flatMap((list) => list.split(', ')).sort((a, b) => b.length - a.length);
  return new RegExp(`(?<!\\p{L})(?:${all.join('|')})(?!\\p{L})`, 'giu');
}
