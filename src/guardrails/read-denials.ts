import type { Word } from './split-words.ts';

const CUES = new Set(
  'no not never neither nor none without lack lacked lacks không chưa chẳng đừng chớ'.split(' '),
);
/** "Not only" denies nothing. */
const UNDOES_CUE = new Set(['only', 'chỉ', 'những']);
/** Denies only before "to". */
const FAILS = new Set(['fail', 'fails', 'failed']);
const REACH = 3;
/** How many words are looked through for them: a long text must not be read again from each of its denials. */
const WINDOW = 12;

/** What each denial of a sentence denies: the first words after it that say something. */
export function readDenials(words: readonly Word[]): string[][] {
  return words.flatMap((word, i) => {
    const next = words[i + 1]?.text ?? '';
    const isCue = CUES.has(word.text) ? !UNDOES_CUE.has(next) : FAILS.has(word.text) && next === 'to';
    if (!isCue) return [];
    const denied = words
      .slice(i + 1, i + 1 + WINDOW)
      .filter(({ clause, isContent, text }) => clause === word.clause && isContent && !CUES.has(text))
      .slice(0, REACH)
      .map(({ stem }) => stem);
    return [denied];
  });
}

/** Whether a claim denies what its quote does not, or says what its quote denies. */
export function denialsDiffer(claim: Denying, quote: Denying): boolean {
  const unmatched = [...quote.denials];
  for (const denied of claim.denials) {
    const match = nearest(denied, unmatched);
    if (match === -1) return true;
    unmatched.splice(match, 1);
  }
  // Said without the denial more often than the quote says it so.
  return unmatched.some(([head]) => head !== undefined && undenied(claim, head) > undenied(quote, head));
}

interface Denying {
  words: readonly Word[];
  denials: readonly string[][];
}

/** Which of `others` denies most of the same, the first word counting most; -1 where none does. */
function nearest(denied: readonly string[], others: readonly string[][]): number {
  // A denial that stands last denies what was said before it.
  if (denied.length === 0) return others.findIndex((other) => other.length === 0);
  const shared = others.map(
    (other) => denied.filter((stem) => other.includes(stem)).length + (other[0] === denied[0] ? REACH : 0),
  );
  const most = Math.max(0, ...shared);
  return most === 0 ? -1 : shared.indexOf(most);
}

function undenied({ words, denials }: Denying, stem: string): number {
  const said = words.filter((word) => word.stem === stem).length;
  return said - denials.filter(([head]) => head === stem).length;
}
