/** One escaped character: %41, \u0041, \x41, &#65; and the entities that markup is built from. */
const ESCAPE =
  /%u[0-9a-f]{4}|%[0-9a-f]{2}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|0x(?:2e|2f|5c)|&#x[0-9a-f]{1,6};?|&#\d{1,7};?|&(?:lt|gt|quot|amp|apos|colon|tab|newline|lpar|rpar|sol|nbsp);?/giu;
const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  amp: '&',
  apos: "'",
  colon: ':',
  tab: '',
  newline: '',
  lpar: '(',
  rpar: ')',
  sol: '/',
  nbsp: ' ',
};
/** Overlong forms of "/" and "\" that some decoders take. */
const OVERLONG = /%c0%af|%c1%9c|%c0%2f|%e5%98%8[ad]/giu;
/** What was escaped twice is undone twice; nobody means three times. */
const ROUNDS = 2;

/** The text with its escapes undone, or null where it has none. */
export function undoEscapes(text: string): string | null {
  let result = text;
  for (let round = 0; round < ROUNDS; round++) {
    if (!/[%\\&]|0x/u.test(result)) break;
    result = result
      .replace(OVERLONG, (found) => (found.startsWith('%e5') ? '\n' : '/'))
      .replace(ESCAPE, unescapeOne);
  }
  return result === text ? null : result;
}

function unescapeOne(found: string): string {
  const lower = found.toLowerCase();
  if (lower.startsWith('&#')) {
    const code = lower[2] === 'x' ? parseInt(lower.slice(3), 16) : parseInt(lower.slice(2), 10);
    return characterOf(code);
  }
  if (lower.startsWith('&')) return ENTITIES[lower.replace(/[&;]/gu, '')] ?? found;
  return characterOf(parseInt(lower.replace(/^(?:%u|%|\\u|\\x|0x)/u, ''), 16));
}

function characterOf(code: number): string {
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : '';
}
