import type { Citation } from '../domain/answer.ts';
import type { Language } from '../domain/language.ts';
import { splitSentences } from '../domain/sentences.ts';
import { alignSentence } from './align-sentence.ts';
import type { EvidenceSentence } from './evidence-sentences.ts';
import { MARK } from './extract-markers.ts';
import { hardFactsOf } from './hard-facts.ts';

const REMARK =
  /\b(?:consult|talk to|ask|see|speak (?:to|with)|seek)\b.{0,60}\b(?:doctor|physician|clinician|provider|professional|pharmacist|medical (?:care|advice|attention))\b|\bevidence (?:is|comes|here is|level|quality)\b|\b(?:strong|weak|limited|moderate|high-quality|low-quality) evidence\b|(?:hỏi|gặp|trao đổi|tham khảo|liên hệ).{0,40}(?:bác sĩ|dược sĩ|nhân viên y tế)|bằng chứng (?:mạnh|yếu|hạn chế|này|ở mức)/iu;

/** A remark this close to a sentence of a source is that sentence. */
const CLOSE_FROM = 0.7;

export interface CheckedSentence {
  text: string;
  /** Advice and remarks on the evidence claim nothing that a source could carry. */
  claims: boolean;
  citation: Omit<Citation, 'text' | 'start_pos' | 'end_pos'> | null;
}

interface Against {
  /** In the order of the marks in the draft: the sources that each names. */
  hints: readonly number[][];
  quotable: readonly EvidenceSentence[];
  language: Language;
  /** False for a draft that says of itself that it claims nothing: a greeting, a question back. */
  claims: boolean;
}

/** Each sentence of a draft, by paragraphs, with the words of a source that carry it. */
export function checkSentences(draft: string, against: Against): CheckedSentence[][] {
  let marksBefore = 0;
  return draft
    .split(/\n+/u)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => {
      const marks = marksOf(paragraph);
      const hintsAt = marks.map((at, i) => ({ at, named: against.hints[marksBefore + i] ?? [] }));
      marksBefore += marks.length;
      const plain = paragraph.replaceAll(MARK, '');
      return splitSentences(plain, against.language).map(({ text, start, end }) => {
        const hints = hintsAt.filter(({ at }) => at > start && at <= end).flatMap(({ named }) => named);
        return checkSentence(text, hints, against);
      });
    });
}

export function isSupported({ citation }: CheckedSentence): boolean {
  return citation !== null && citation.support !== 'unsupported';
}

function checkSentence(
  text: string,
  hints: readonly number[],
  { quotable, claims }: Against,
): CheckedSentence {
  const unclaimed = { text, claims: false, citation: null };
  if (!claims && claimsNothing(text)) return unclaimed;
  const aligned = alignSentence(text, quotable, hints);
  // A source may say itself that the evidence is weak: then it is quoted, and may not be turned round.
  if ((!aligned || aligned.overlap < CLOSE_FROM) && isRemark(text)) return unclaimed;
  if (!aligned) return { text, claims: true, citation: null };
  const { source_index, quote, quote_start, quote_end } = aligned.sentence;
  const citation = { source_index, quote, quote_start, quote_end, support: aligned.support };
  return { text, claims: true, citation };
}

/** Where each mark would stand once all marks are taken out. */
function marksOf(text: string): number[] {
  return [...text.matchAll(new RegExp(MARK, 'gu'))].map(({ index }, i) => index - i * MARK.length);
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
