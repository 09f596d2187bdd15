import type { ReadText } from './read-text.ts';

/** Address: what comes is one. Town: somebody lives in what comes. */
export type AddressCue = 'address' | 'town' | 'none';

const TOWN =
  /(?:\b(?:lives?|lived|living|resides?|residing|stays?|staying|settled|grew up|raised|dwells) (?:alone |here |now |still )?(?:in|at|on|near|outside)|\b(?:works?|worked|working|studying|staying|arrived|arriving|retired|settled|here|office|branch|house|home|apartment|flat|hotel|shop|store|my family|my parents|i am|i'm|we are|we're) in|\b(?:travell?ed|travell?ing|flew|flying|fly|drove|relocat\w{2,3}|trip|flight) (?:back )?to|\b(?:visit|visited|visiting)|\b(?:flight|hails|flew) from|\bmoved (?:here |back |away )?(?:to|from)|\bborn (?:in \d{4} )?in|\bresident of|\bhometown(?: is|:)?|\bhome (?:town|city)(?: is| of|:)?|\b(?:i am|i'm|im|he is|she is|he's|she's|we are|comes?|originally|patient is) from|\b(?:street|avenue|road|lane) in|\bcity:|\btown:)\s$/u;
const ADDRESS =
  /(?:\baddress(?:es)?(?: is| to| with| at|:)?|\bmeet (?:me|us|him|her) at|\b(?:deliver|send|mail|ship|post|taxi|sent|delivered|moved|drive)\b[^.\n]{0,24} (?:to|at)|\b(?:arrived|lives?|lived|living|resid(?:es?|ing|ed)|stay\w{0,3}) (?:at|in|on)|\blocated at|\bit's (?:in|at|on))[\s:]{1,4}$/u;

/** What every cue ends in: looked at first, because it is cheap. */
const LAST_WORDS = new Set(
  'in at on near outside to from of is with address addresses hometown town city visit visited visiting'.split(
    ' ',
  ),
);

export function addressCueBefore({ folded, words }: ReadText, index: number): AddressCue {
  if (!LAST_WORDS.has(words[index - 1]?.folded ?? '')) return 'none';
  const start = words[index]?.start ?? 0;
  const before = folded.slice(Math.max(0, start - 48), start);
  if (words[index]?.isNumber || !TOWN.test(before)) {
    if (ADDRESS.test(before)) return 'address';
  }
  return TOWN.test(before) ? 'town' : 'none';
}
