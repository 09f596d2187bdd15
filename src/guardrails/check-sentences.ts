import type { Citation } from '../domain/answer.ts';
import type { Language } from '../domain/language.ts';
import { splitSentences } from '../domain/sentences.ts';
import { alignSentence } from './align-sentence.ts';
import type { EvidenceSentence } from './evidence-sentences.ts';
import { MARK } from './extract-markers.ts';
import { hardFactsOf } from './hard-facts.ts';
import { isLabel, type KnownWords } from './is-label.ts';
import { type LineKind, splitDraft } from './split-draft.ts';

const REMARK =
  /\b(?:consult|talk to|ask|see|speak (?:to|with)|seek)\b.{0,60}\b(?:doctor|physician|clinician|provider|professional|pharmacist|medical (?:care|advice|attention))\b|\bevidence (?:is|comes|here is|level|quality)\b|\b(?:strong|weak|limited|moderate|high-quality|low-quality) evidence\b|(?:hỏi|gặp|trao đổi|tham khảo|liên hệ).{0,40}(?:bác sĩ|dược sĩ|nhân viên y tế)|bằng chứng (?:mạnh|yếu|hạn chế|này|ở mức)/iu;

/** A remark this close to a sentence of a source is that sentence. */
const CLOSE_FROM = 0.7;

export interface CheckedSentence {
  text: string;
  /** Advice and remarks on the evidence claim nothing that a source could carry. */
  claims: boolean;
  /** True for a label: it says nothing by itself. */
  names: boolean;
  citation: Omit<Citation, 'text' | 'start_pos' | 'end_pos'> | null;
}

/** A line of the draft: one cell, or those of a table's row. */
export interface CheckedLine {
  kind: LineKind;
  lead: string;
  cells: CheckedSentence[][];
}

interface Against {
  /** In the order of the marks in the draft: the sources that each names. */
  hints: readonly number[][];
  quotable: readonly EvidenceSentence[];
  language: Language;
  /** What headings and the edges of tables may be made of. */
  known: KnownWords;
  /** False for a draft that says of itself that it claims nothing: a greeting, a question back. */
  claims: boolean;
}

/** Each sentence of a draft, by lines and cells, with the words of a source that carry it. */
export function checkSentences(draft: string, against: Against): CheckedLine[] {
  let marksBefore = 0;
  return splitDraft(draft).map(({ kind, lead, cells }) => ({
    kind,
    lead,
    cells: cells.map(({ label, text }, column) => {
      const named = checkLabel(withoutMarks(label), against);
      marksBefore += marksOf(label).length;
      const marks = marksOf(text);
      const hintsAt = marks.map((at, i) => ({ at, named: against.hints[marksBefore + i] ?? [] }));
      marksBefore += marks.length;
      const plain = withoutMarks(text);
      const isEdge = kind === 'header' || (kind === 'row' && column === 0);
      if (isEdge && isLabel(plain, against.known)) return [...named, ...unclaimed(plain)];
      const sentences = splitSentences(plain, against.language).map(({ text: sentence, start, end }) => {
        const hints = hintsAt.filter(({ at }) => at > start && at <= end).flatMap((mark) => mark.named);
        return checkSentence(sentence, hints, against);
      });
      return [...named, ...sentences];
    }),
  }));
}

/** The name of what follows, kept as it is; one that says more than a name is checked like a sentence. */
function checkLabel(label: string, against: Against): CheckedSentence[] {
  const name = label.replace(/^\*\*|\*\*(?=:?$)/gu, '');
  if (name.trim() === '' || isLabel(name, against.known)) return unclaimed(label);
  return [{ ...checkSentence(name, [], against), text: label }];
}

function unclaimed(text: string): CheckedSentence[] {
  return text === '' ? [] : [{ text, claims: false, names: true, citation: null }];
}

export function isSupported({ citation }: CheckedSentence): boolean {
  return citation !== null && citation.support !== 'unsupported';
}

function checkSentence(
  text: string,
  hints: readonly number[],
  { quotable, claims }: Against,
): CheckedSentence {
  const remark = { text, claims: false, names: false, citation: null };
  if (!claims && claimsNothing(text)) return remark;
  const aligned = alignSentence(text, quotable, hints);
  // A source may say itself that the evidence is weak: then it is quoted, and may not be turned round.
  if ((!aligned || aligned.overlap < CLOSE_FROM) && isRemark(text)) return remark;
  if (!aligned) return { text, claims: true, names: false, citation: null };
  const { source_index, quote, quote_start, quote_end } = aligned.sentence;
  const citation = { source_index, quote, quote_start, quote_end, support: aligned.support };
  return { text, claims: true, names: false, citation };
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
  return REMARK.test(sentence) && namesNoFact(sentence);
}

/** What is said to claim nothing is believed of questions, and of sentences without a figure or a drug. */
function claimsNothing(sentence: string): boolean {
  return /\?["'”’)\]]*$/u.test(sentence) || namesNoFact(sentence);
}

function namesNoFact(sentence: string): boolean {
  const { numbers, drugs } = hardFactsOf(sentence);
  return numbers.length === 0 && drugs.length === 0;
}
