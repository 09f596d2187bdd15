/**
 * A text that hit the token limit, up to its last finished sentence; empty when there is none.
 * "Safe in pregnancy" must not be what is left of "safe in pregnancy only if…".
 */
export function wholeSentences(text: string): string {
  // A stop at the very end does not count: "2." may be the beginning of "2.5 mg".
  const finished = text.match(/^.*[.!?…。][)\]"'”’]*(?=\s)/s);
  return finished?.[0] ?? '';
}
