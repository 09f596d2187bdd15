import type { Language } from '../domain/language.ts';
import { type ClaimWord, splitWords } from './claim-words.ts';
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
  const of = (wanted: string, kind: NegationKind) =>
    rows.filter((row) => row.reader === wanted && row.kind === kind);
  const spelled = (found: readonly { phrase: string }[]) =>
    new Set(found.flatMap(({ phrase }) => alternatives(phrase)));
  return {
    symptoms: rows
      .filter(({ reader }) => reader === 'both' || reader === 'symptom')
      // The table is checked by a test: its kinds and languages are these.
      .map(({ kind, language, phrase }) => ({ kind, language, phrase }) as NegationCue),
    claims: new Set(singles('negation', ['both', 'claim']).map(({ phrase }) => phrase)),
    undone: new Set(singles('no_negation', ['claim']).map(({ phrase }) => phrase)),
    pairs: spelled(of('claim', 'negation').filter(({ phrase }) => phrase.includes(' '))),
    plain: new Set(
      [...of('both', 'negation'), { phrase: 'denies' }].map(({ phrase }) => foldDiacritics(phrase)),
    ),
    refusals: spelled(of('order', 'list_negation')),
    unrefused: spelled(of('order', 'no_negation')),
    orderDenials: new Map(
      [...of('both', 'negation'), ...of('order', 'negation')].flatMap(({ phrase, language }) =>
        alternatives(phrase).map((words) => [foldDiacritics(words), language]),
      ),
    ),
  };
});

/** "hold|holding off" as each of the phrases it stands for. */
function alternatives(phrase: string): string[] {
  const [firsts = [], seconds = ['']] = phrase.split(' ').map((word) => word.split('|'));
  return firsts.flatMap((first) => seconds.map((second) => `${first} ${second}`.trim()));
}

/** The phrases by which a symptom is denied, in the small language of the emergency tables. */
export function symptomNegations(): readonly NegationCue[] {
  return lexicon().symptoms;
}

/** What each denial of a sentence denies: the first words after it that say something. */
export function readDenials(words: readonly ClaimWord[], reach = REACH): string[][] {
  const { claims, undone, pairs } = lexicon();
  return words.flatMap((word, i) => {
    const next = words[i + 1]?.text ?? '';
    const isCue = claims.has(word.text) ? !undone.has(next) : pairs.has(`${word.text} ${next}`);
    if (!isCue) return [];
    const denied = words
      .slice(i + 1, i + 1 + WINDOW)
      .filter(({ clause, isContent, text }) => clause === word.clause && isContent && !claims.has(text))
      .slice(0, reach)
      .map(({ stem }) => stem);
    return [denied];
  });
}

/** What ends the reach of a denial, in a text without marks: a new sentence, a value, or that something is so after all. */
const DENIAL_ENDS =
  /[.;!?\n\d]|[:=] ?(?:no|none|khong)\b|\b(?:but|however|except|with|has|had|is|nhung|tru|kem)\b|, ?(?:prior|previous|past|known|old|on)\b|(?<!\b(?:khong|chua|ko) )\b(?:co|tung|da|dang|bi)\b/gu;

/** Whether what stands at a place of a text without marks, in lower case, is denied: "no stroke, TIA or diabetes" denies all three. */
export function isDeniedAt(folded: string, at: number): boolean {
  const before = folded.slice(0, at);
  const end = [...before.matchAll(DENIAL_ENDS)].at(-1);
  const reach = before.slice(end === undefined ? 0 : end.index + end[0].length);
  return (reach.match(/\p{L}+/gu) ?? []).some((word) => lexicon().plain.has(word));
}

/** What may stand between a denial and what is not to be done, without marks. */
const LINKS = new Set(
  'to on from the a an be yet going known drug have had co nen can phai muon duoc cho voi tien su'.split(' '),
);

/** Whether words say not to do something: outright ("do not …", "đừng …"), or by a denial right before one of the `acts`. */
export function isRefused(text: string, acts: RegExp): boolean {
  const { refusals, unrefused, orderDenials } = lexicon();
  const words = splitWords(text);
  const plain = words.map((word) => foldDiacritics(word.text));
  return words.some((word, i) =>
    [1, 2].some((length) => {
      const after = i + length;
      if (unrefused.has(words[after]?.text ?? '')) return false;
      const said = words.slice(i, after).map((one) => one.text);
      if (refusals.has(said.join(' '))) return true;
      // Vietnamese may be typed without its marks; "nó" is no "no".
      if (orderDenials.get(said.join(' ')) === 'en') return isBeforeAct(after, word.clause, 1);
      return orderDenials.get(plain.slice(i, after).join(' ')) === 'vi' && isBeforeAct(after, word.clause, 0);
    }),
  );

  /** `others`: how many words that are no links may stand between. */
  function isBeforeAct(start: number, clause: number, others: number): boolean {
    let passed = 0;
    for (let at = start; at < start + WINDOW && words[at]?.clause === clause; at += 1) {
      if (acts.test(plain.slice(at, at + 2).join(' '))) return true;
      if (!LINKS.has(plain[at] ?? '')) passed += 1;
      if (passed > others) return false;
    }
    return false;
  }
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
