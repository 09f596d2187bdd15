/** Words after which a number or a letter is a name rather than an amount, in English and Vietnamese. */
const LABELLED: readonly (readonly [string, string])[] = [
  ['grade', 'bậc'],
  ['severity', 'mức'],
  ['level', 'cấp'],
  ['route', 'tuyến'],
  ['room', 'phòng'],
  ['gate', 'cổng'],
  ['floor', 'tầng'],
  ['rated', 'loại'],
  ['class', 'hạng'],
  ['type', 'kiểu'],
];
const ENGLISH = new Map(LABELLED.map(([english, vietnamese]) => [vietnamese, english]));
const NOUNS = LABELLED.flat().map(
  (word) => `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`,
);
const LABEL = new RegExp(
  `(?<!\\p{L})(${NOUNS.join('|')}) (?:họp )?(\\p{Lu}?\\d+|\\p{Lu})(?![\\p{L}\\p{N}])`,
  'gu',
);
const YEAR = /(?<!\p{L})(?:[Nn]ăm|[Ii]n) (\d{4})(?!\d)/gu;

/** Grade 3, route 1, room A2, a year: whatever a number or a letter tells apart, the same in both languages. */
export function labelsIn(text: string): Set<string> {
  const named = [...text.matchAll(LABEL)].map(([, noun = '', mark = '']) => {
    const word = noun.toLowerCase();
    return `${ENGLISH.get(word) ?? word} ${mark.toLowerCase()}`;
  });
  return new Set([...named, ...[...text.matchAll(YEAR)].map(([, year = '']) => `year ${year}`)]);
}

/** Grade 2 and grade 3, severity 1 and severity 2: by their number two things. */
export function nameDifferentThings(a: string, b: string): boolean {
  const [inA, inB] = [labelsIn(a), labelsIn(b)];
  return inA.size > 0 && inB.size > 0 && ![...inA].some((label) => inB.has(label));
}
