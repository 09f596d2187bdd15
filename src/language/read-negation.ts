import type { Language } from '../domain/language.ts';
import type { ClaimWord } from './claim-words.ts';
import { foldDiacritics } from './fold-diacritics.ts';
import { once, readLexicon } from './read-lexicon.ts';

/** `list_negation` denies a whole list; `no_negation` looks like a denial and is none. */
export type NegationKind = 'negation' | 'list_negation' | 'no_negation';

export interface NegationCue {
  kind: NegationKind;
  language: Language;
  phrase: string;
}

/** How many of the words after a denial it is taken to deny. */
const REACH = 3;
/** How many words are looked through for them: a long text must not be read again from each of its denials. */
const WINDOW = 12;

const lexicon = once(() => {
  const rows = readLexicon('gates/negation', ['kind', 'language', 'phrase', 'reader']);
  const singles = (kind: NegationKind, readers: readonly string[]) =>
    rows.filter((row) => row.kind === kind && readers.includes(row.reader) && !row.phrase.includes(' '));
  const claimPhrases = rows.filter(({ reader, phrase }) => reader === 'claim' && phrase.includes(' '));
  return {
    symptoms: rows
      .filter(({ reader }) => reader !== 'claim')
      // The table is checked by a test: its kinds and languages are these.
      .map(({ kind, language, phrase }) => ({ kind, language, phrase }) as NegationCue),
    everywhere: new Set(singles('negation', ['both']).map(({ phrase }) => foldDiacritics(phrase))),
    claims: new Set(singles('negation', ['both', 'claim']).map(({ phrase }) => phrase)),
    undone: new Set(singles('no_negation', ['claim']).map(({ phrase }) => phrase)),
    pairs: new Set(
      claimPhrases.flatMap(({ phrase }) => {
        const [firsts = '', second = ''] = phrase.split(' ');
        return firsts.split('|').map((first) => `${first} ${second}`);
      }),
    ),
  };
});

/** The phrases by which a symptom is denied, in the small language of the emergency tables. */
export function symptomNegations(): readonly NegationCue[] {
  return lexicon().symptoms;
}

/** Whether a folded word denies in whatever is said: "not", "khong". */
export function isDenyingWord(folded: string): boolean {
  return lexicon().everywhere.has(folded);
}

/** What each denial of a sentence denies: the first words after it that say something. */
export function readDenials(words: readonly ClaimWord[]): string[][] {
  const { claims, undone, pairs } = lexicon();
  return words.flatMap((word, i) => {
    const next = words[i + 1]?.text ?? '';
    const isCue = claims.has(word.text) ? !undone.has(next) : pairs.has(`${word.text} ${next}`);
    if (!isCue) return [];
    const denied = words
      .slice(i + 1, i + 1 + WINDOW)
      .filter(({ clause, isContent, text }) => clause === word.clause && isContent && !claims.has(text))
      .slice(0, REACH)
      .map(({ stem }) => stem);
    return [denied];
  });
}

interface Denying {
  words: readonly ClaimWord[];
  denials: readonly string[][];
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
