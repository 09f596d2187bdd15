import type { ReadText } from './read-text.ts';

const PERSONAL_VERB =
  /^ (?:lives? (?:at|in|on|with)|(?:is|was|comes) (?:originally )?from|was born|was admitted|was discharged|passed away|moved (?:to|from)|married|spent (?:a|the|\d))\b/u;
const BELONGING =
  /^['’]s (?:address|phone|number|email|birthday|chart|record|results|husband|wife|son|daughter|mother|father|house|insurance)\b/u;

/** Whether what is said after a word is said of people alone: "X lives in", "X's birthday". */
export function personFollows({ folded, words }: ReadText, index: number): boolean {
  const end = words[index]?.end ?? 0;
  const after = folded.slice(end, end + 40);
  return PERSONAL_VERB.test(after) || BELONGING.test(after);
}
