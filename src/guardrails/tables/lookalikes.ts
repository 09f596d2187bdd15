/** Letters of other scripts that are drawn like Latin ones, by the Latin letter they pass for. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  b: 'ЬвƄ',
  c: 'сϲ',
  d: 'ԁɗ',
  e: 'еєҽ',
  f: 'ғƒ',
  g: 'ɡց',
  h: 'һհ',
  i: 'іɩιı',
  j: 'јϳ',
  k: 'кκ',
  l: 'ӏⅼ',
  m: 'м',
  n: 'пηո',
  o: 'оοօ',
  p: 'рρ',
  q: 'ԛ',
  r: 'гɾ',
  s: 'ѕʂ',
  t: 'тτ',
  u: 'υսц',
  v: 'ѵν',
  w: 'ԝω',
  x: 'хχ',
  y: 'уγү',
  z: 'ᴢʐ',
};

export const LATIN_OF_LOOKALIKE: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKALIKES).flatMap(([latin, others]) =>
    [...others].map((other) => [other, latin] as const),
  ),
);

/** Digits and signs that stand for letters in "l33t" words. */
export const LETTER_OF_LEET: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'i'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 't'],
  ['@', 'a'],
  ['$', 's'],
]);
