/** How a drug gets into the body, as far as the tables tell ways apart. */
export const ROUTES = [
  'oral',
  'iv',
  'im',
  'sc',
  'inhaled',
  'transdermal',
  'sublingual',
  'rectal',
  'intrathecal',
  'epidural',
  'nasal',
  'vaginal',
  'eye',
  'topical',
] as const;
export type Route = (typeof ROUTES)[number];

/** The special before the plain: a sublingual tablet is not swallowed, a nasal spray not inhaled. */
const WORDS: readonly (readonly [Route, RegExp])[] = [
  ['intrathecal', /\bintrathecal(?:ly)?\b|nội tủy|tủy sống/iu],
  ['epidural', /\bepidural(?:ly)?\b|ngoài màng cứng/iu],
  ['iv', /\b(?:iv|i\.v\.|intravenous(?:ly)?)(?![\p{L}\d])|tĩnh mạch/iu],
  ['im', /\b(?:im|i\.m\.|intramuscular(?:ly)?)(?![\p{L}\d])|tiêm bắp/iu],
  ['sc', /\b(?:sc|s\.c\.|sq|subq|subcut(?:aneous(?:ly)?)?|under the skin)(?![\p{L}\d])|dưới da/iu],
  ['sublingual', /\b(?:sl|sublingual(?:ly)?|under the tongue|buccal(?:ly)?)\b|dưới lưỡi/iu],
  ['transdermal', /\b(?:patch(?:es)?|transdermal(?:ly)?)\b|miếng dán|dán da/iu],
  ['rectal', /\b(?:pr|rectal(?:ly)?|suppositor(?:y|ies))\b|hậu môn|trực tràng/iu],
  ['vaginal', /\b(?:pv|vaginal(?:ly)?|pessar(?:y|ies))\b|âm đạo/iu],
  ['nasal', /\b(?:intra)?nasal(?:ly)?\b|(?:xịt|nhỏ) mũi/iu],
  ['eye', /\b(?:eye drops?|ophthalmic)\b|nhỏ mắt/iu],
  ['topical', /\b(?:topical(?:ly)?|cream|ointment|lotion)\b|bôi ngoài da|kem bôi|thuốc mỡ/iu],
  ['inhaled', /\b(?:inhal\w*|puffs?|nebuli\w*)\b|(?<!\p{L})(?:hít|khí dung|xịt)(?!\p{L})/iu],
  [
    'oral',
    /\b(?:oral(?:ly)?|by mouth|po|p\.o\.|tablets?|capsules?)(?![\p{L}\d])|(?<!\p{L})(?:uống|viên)(?!\p{L})/iu,
  ],
];

/** The route that a text names; null where it names none. */
export function readRoute(text: string): Route | null {
  return WORDS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
