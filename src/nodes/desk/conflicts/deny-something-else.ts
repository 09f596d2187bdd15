import { type Said, wordsOf } from './subject-of.ts';

const DENIAL =
  /(?<!\p{L})(?:không được|không cho phép|không thể|không|chưa|cấm|cannot|must not|may not|not|never|no)(?!\p{L})/iu;
const CLAUSE_END = /[,;]| thì /u;
/** Share of what one denies that the other must speak of. */
const SPOKEN_OF_FROM = 0.5;

/** Whether one statement denies something that the other does not speak of: no top rating, after the same reminder. */
export function denySomethingElse(a: Said, b: Said): boolean {
  return isElsewhere(a, b) || isElsewhere(b, a);
}

function isElsewhere(denying: Said, other: Said): boolean {
  const found = DENIAL.exec(denying.text);
  if (!found) return false;
  const after = denying.text.slice(found.index + found[0].length).split(CLAUSE_END)[0] ?? '';
  const denied = wordsOf({ ...denying, text: after });
  const spoken = new Set(wordsOf(other));
  const shared = denied.filter((word) => spoken.has(word)).length;
  return denied.length > 1 && shared / denied.length < SPOKEN_OF_FROM;
}
