import type { Support } from '../../domain/answer.ts';
import type { Language } from '../../domain/language.ts';
import { contentWords } from '../../language/claim-words.ts';
import { once, readLexicon } from '../../language/read-lexicon.ts';
import { splitSentences } from '../../language/sentences.ts';
import { type Alignment, type Claim, decideSupport, type SupportModel } from './decide-support.ts';
import { type CheckedLine, type CheckedSentence, MARK, splitDraft } from './draft-lines.ts';
import type { EvidenceSentence } from './evidence-sentences.ts';
import { hardFactsOf } from './hard-facts.ts';

/** Advice to see somebody, and remarks on the evidence. */
const SEE = String.raw`\b(?:consult|talk to|ask|see|speak (?:to|with)|seek)\b.{0,60}`;
const REMARKS = [
  new RegExp(String.raw`${SEE}\b(?:doctor|physician|clinician|provider|professional|pharmacist)\b`, 'iu'),
  new RegExp(String.raw`${SEE}\bmedical (?:care|advice|attention)\b`, 'iu'),
  /\bevidence (?:is|comes|here is|level|quality)\b/iu,
  /\b(?:strong|weak|limited|moderate|high-quality|low-quality) evidence\b/iu,
  /(?:hỏi|gặp|trao đổi|tham khảo|liên hệ).{0,40}(?:bác sĩ|dược sĩ|nhân viên y tế)/iu,
  /bằng chứng (?:mạnh|yếu|hạn chế|này|ở mức)/iu,
];

/** A remark this close to a sentence of a source is that sentence. */
const CLOSE_FROM = 0.7;

interface Against {
  /** In the order of the marks in the draft: the sources that each names. */
  hints: readonly number[][];
  quotable: readonly EvidenceSentence[];
  language: Language;
  /** What headings and the edges of tables may be made of. */
  known: KnownWords;
  /** False for a draft that says of itself that it claims nothing: a greeting, a question back. */
  claims: boolean;
  model: SupportModel;
}

/** A sentence that waits for what all of them are told at once. */
type Waiting = (alignments: readonly (Alignment | null)[]) => CheckedSentence;

/** Each sentence of a draft, by lines and cells, with the words of a source that carry it. */
export async function checkSentences(
  draft: string,
  against: Against,
): Promise<{ lines: CheckedLine[]; degraded: string | null }> {
  const asked: Claim[] = [];
  const lines = readLines(draft, against, (claim) => asked.push(claim) - 1);
  const { alignments, degraded } = await decideSupport(asked, against.quotable, against.model);
  const settled = lines.map((line) => ({
    ...line,
    cells: line.cells.map((cell) => cell.map((settle) => settle(alignments))),
  }));
  return { lines: settled, degraded };
}

/** `ask` notes a claim and gives its number. */
function readLines(draft: string, against: Against, ask: (claim: Claim) => number) {
  let marksBefore = 0;
  const columns: string[] = [];
  return splitDraft(draft).map(({ kind, lead, cells }) => ({
    kind,
    lead,
    cells: cells.map(({ label, text }, column) => {
      const named = readLabel(withoutMarks(label), against, ask);
      marksBefore += marksOf(label).length;
      const marks = marksOf(text);
      const hintsAt = marks.map((at, i) => ({ at, named: against.hints[marksBefore + i] ?? [] }));
      marksBefore += marks.length;
      const plain = withoutMarks(text);
      if (kind === 'header') columns[column] = isLabel(plain, against.known) ? plain : '';
      const isEdge = kind === 'header' || (kind === 'row' && column === 0);
      const under = kind === 'row' && column > 0 ? nameOf(columns[column] ?? '') : '';
      if (isEdge && isLabel(plain, against.known)) return [...named, ...unclaimed(plain)];
      const sentences = splitSentences(plain, against.language).map(({ text: sentence, start, end }) => {
        const hints = hintsAt.filter(({ at }) => at > start && at <= end).flatMap((mark) => mark.named);
        const waiting = readSentence({ text: sentence, hints, under }, against, ask);
        return isEdge ? withoutQuotes(waiting) : waiting;
      });
      return [...named, ...sentences];
    }),
  }));
}

/** The name of what follows, kept as it is; one that says more than a name is checked like a sentence. */
function readLabel(label: string, against: Against, ask: (claim: Claim) => number): Waiting[] {
  const name = label.replace(/^\*\*|\*\*(?=:?$)/gu, '');
  if (name.trim() === '' || isLabel(name, against.known)) return unclaimed(label);
  const waiting = withoutQuotes(readSentence({ text: name, hints: [] }, against, ask));
  return [(alignments) => ({ ...waiting(alignments), text: label })];
}

/** A quote is no name for what follows. */
function withoutQuotes(waiting: Waiting): Waiting {
  return (alignments) => ({ ...waiting(alignments), instead: [] });
}

/** What a column is of, without the words by which any answer names its parts. */
function nameOf(header: string): string {
  return header
    .replaceAll('*', '')
    .split(/\s+/u)
    .filter((word) => ![...contentWords(word)].every((stem) => labelWords().has(stem)))
    .join(' ');
}

function unclaimed(text: string): Waiting[] {
  return text === '' ? [] : [() => ({ text, claims: false, names: true, citation: null, instead: [] })];
}

function readSentence(claim: Claim, { claims }: Against, ask: (claim: Claim) => number): Waiting {
  const { text } = claim;
  const remark = { text, claims: false, names: false, citation: null, instead: [] };
  if (!claims && claimsNothing(text)) return () => remark;
  const at = ask(claim);
  return (alignments) => {
    const aligned = alignments[at] ?? null;
    // A source may say itself that the evidence is weak: then it is quoted, and may not be turned round.
    if ((!aligned || aligned.overlap < CLOSE_FROM) && isRemark(text)) return remark;
    if (!aligned) return { ...remark, claims: true };
    const instead = aligned.instead.map((sentence) => ({
      text: sentence.reading,
      citation: quotedFrom(sentence, 'supported'),
    }));
    return { ...remark, claims: true, citation: quotedFrom(aligned.sentence, aligned.support), instead };
  };
}

function quotedFrom({ source_index, quote, quote_start, quote_end }: EvidenceSentence, support: Support) {
  return { source_index, quote, quote_start, quote_end, support };
}

/** Where each mark would stand once all marks are taken out. */
function marksOf(text: string): number[] {
  return [...text.matchAll(new RegExp(MARK, 'gu'))].map(({ index }, i) => index - i * MARK.length);
}

function withoutMarks(text: string): string {
  return text.replaceAll(MARK, '');
}

/** "Ask your doctor", "the evidence is strong": kept as it is, as long as it names no figure and no drug. */
function isRemark(sentence: string): boolean {
  return REMARKS.some((remark) => remark.test(sentence)) && namesNoFact(sentence);
}

/** What is said to claim nothing is believed of questions, and of sentences without a figure or a drug. */
function claimsNothing(sentence: string): boolean {
  return /\?["'”’)\]]*$/u.test(sentence) || namesNoFact(sentence);
}

function namesNoFact(sentence: string): boolean {
  const { numbers, drugs } = hardFactsOf(sentence);
  return numbers.length === 0 && drugs.length === 0;
}

const MAX_WORDS = 14;
const YEAR = /^(?:19|20)\d\d$/u;
/** On a scale of the opposites, and names of things all the same. */
const NOUNS = /(?<!\p{L})(?:hyper|hypo)\p{L}+|(?<!\p{L})(?:systolic|diastolic|severe|mild|early)(?!\p{L})/giu;

/** Words by which parts of an answer are named, whatever it is about. */
const labelWords = once(() =>
  contentWords(
    readLexicon('gates/label-words', ['word'])
      .map(({ word }) => word)
      .join(' '),
  ),
);

/** What a label may be made of: the words and figures of the question and its sources. */
interface KnownWords {
  words: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
}

export function knownWords(texts: readonly string[]): KnownWords {
  return {
    words: new Set([...labelWords(), ...texts.flatMap((text) => [...contentWords(text)])]),
    numbers: new Set(texts.flatMap((text) => text.match(/\p{N}+/gu) ?? [])),
  };
}

/**
 * Whether a heading, or a table's edge, only names what stands under it: few words, each known, and nothing that goes up,
 * down or is denied. Anything else claims something, and needs a source like any sentence.
 */
function isLabel(text: string, known: KnownWords): boolean {
  const plain = text.replace(/(?:step|bước)\s*\d(?!\p{N})/giu, '');
  // "Before", "after" and "benefits" name a column; "reduces deaths" does not.
  const telling = plain
    .split(/[\s:,/()*–-]+/u)
    .filter((word) => /\p{N}/u.test(word) || ![...contentWords(word)].every((stem) => labelWords().has(stem)))
    .join(' ');
  const isFrame = telling.trim() === '' || /^[\p{N}\s]+$/u.test(telling);
  const { directions, denials } = hardFactsOf(telling.replace(NOUNS, ''));
  return (
    plain.split(/\s+/u).length <= MAX_WORDS &&
    directions.length === 0 &&
    denials.length === 0 &&
    [...contentWords(plain)].every((word) => known.words.has(word)) &&
    (plain.match(/\p{N}+/gu) ?? []).every(
      (number) => known.numbers.has(number) || (isFrame && YEAR.test(number)),
    )
  );
}
