import type { Citation, ConfidenceLevel } from '../domain/answer.ts';
import type { Language } from '../domain/language.ts';
import { splitSentences } from '../domain/sentences.ts';
import { alignSentence, contentWords, type EvidenceSentence, evidenceSentences } from './align-sentence.ts';
import type { BackGate, BackGateInput } from './back-gate.port.ts';
import { hardFactsOf } from './hard-facts.ts';
import { redactDraft } from './redact-draft.ts';

/**
 * A model's own citation marks: `[1]`, `[1, 2]`, `[^1]`, `[Source 1]`, `[Source: title, year]`. The white space
 * before one is only looked at from its beginning, or long runs of it would be read over and over.
 */
const MARKER =
  /(?<!\s)\s*\[((?:sources?|nguồn)\b[^\]\n]{0,200}|\s*\^?\d+(?:\s*(?:[,;–-]|and|và)\s*\^?\d+)*\s*)\]/giu;
/** A bracket that another opens after it: without it, no marker is left when the inner one is taken out. */
const OUTER_BRACKET = /\[(?=[^[\]]*\[)/gu;

const CONFIDENCE_FLOORS: readonly [ConfidenceLevel, number][] = [
  ['high', 0.7],
  ['medium', 0.4],
  ['low', 0],
];

/** Nothing read from a text is certain. */
const MAX_CONFIDENCE = 0.95;

const REMARK =
  /\b(?:consult|talk to|ask|see|speak (?:to|with)|seek)\b.{0,60}\b(?:doctor|physician|clinician|provider|professional|pharmacist|medical (?:care|advice|attention))\b|\bevidence (?:is|comes|here is|level|quality)\b|\b(?:strong|weak|limited|moderate|high-quality|low-quality) evidence\b|(?:hỏi|gặp|trao đổi|tham khảo|liên hệ).{0,40}(?:bác sĩ|dược sĩ|nhân viên y tế)|bằng chứng (?:mạnh|yếu|hạn chế|này|ở mức)/iu;

interface Checked {
  text: string;
  /** Advice and remarks on the evidence claim nothing that a source could carry. */
  claims: boolean;
  citation: Omit<Citation, 'text' | 'start_pos' | 'end_pos'> | null;
}

/** The `BackGate` port by rules: every sentence is tied to the words of a source, or left out. */
export function createBackGate(): BackGate {
  return {
    check(input) {
      const draft = redactDraft(input.draft, input.evidence);
      const quotable = evidenceSentences(input.evidence);
      const checked = paragraphsOf(draft.text).map((text) => checkParagraph(text, quotable, input.language));
      const all = checked.flat().filter(({ claims }) => claims);
      const unsupported = all.filter((sentence) => !isSupported(sentence));
      const keepAll = unsupported.length === all.length;
      const kept = checked
        .map((sentences) =>
          sentences.filter((sentence) => keepAll || !sentence.claims || isSupported(sentence)),
        )
        .filter((sentences) => sentences.length > 0);
      const { message, citations, order } = render(kept);
      const confidence = confidenceOf(input, citations, all.length, unsupported.length);
      return {
        message,
        citations,
        cited: order.flatMap((index) => input.evidence[index - 1] ?? []),
        confidence,
        confidence_level: CONFIDENCE_FLOORS.find(([, floor]) => confidence >= floor)?.[0] ?? 'low',
        hallucination_flagged: unsupported.length > 0,
        dropped: keepAll ? [] : unsupported.map(({ text }) => text),
        redactions: draft.counts,
      };
    },
  };
}

function paragraphsOf(text: string): string[] {
  return text.split(/\n+/u).filter((paragraph) => paragraph.trim() !== '');
}

function isSupported({ citation }: Checked): boolean {
  return citation !== null && citation.support !== 'unsupported';
}

function checkParagraph(
  paragraph: string,
  quotable: readonly EvidenceSentence[],
  language: Language,
): Checked[] {
  const marked = paragraph.replace(OUTER_BRACKET, '');
  const hintsAt = markersOf(marked);
  const plain = marked.replace(MARKER, '');
  return splitSentences(plain, language).map((span) => {
    // What a source says word for word is no remark, whatever it looks like.
    const isQuoted = quotable.some(({ quote }) => quote === span.text);
    if (!isQuoted && isRemark(span.text)) return { text: span.text, claims: false, citation: null };
    const hints = hintsAt.filter(({ at }) => at > span.start && at <= span.end).map(({ index }) => index);
    const aligned = alignSentence(span.text, quotable, hints);
    if (!aligned) return { text: span.text, claims: true, citation: null };
    const { source_index, quote, quote_start, quote_end } = aligned.sentence;
    return {
      text: span.text,
      claims: true,
      citation: { source_index, quote, quote_start, quote_end, support: aligned.support },
    };
  });
}

/** Where each marker would stand in the text once all markers are taken out. */
function markersOf(text: string): { at: number; index: number }[] {
  const found: { at: number; index: number }[] = [];
  let removed = 0;
  for (const match of text.matchAll(MARKER)) {
    for (const number of match[1]?.match(/\d+/g) ?? [])
      found.push({ at: match.index - removed, index: Number(number) });
    removed += match[0].length;
  }
  return found;
}

/**
 * Writes the sentences out with a marker after each cited one, and notes where each came to stand.
 * Sources are numbered in the order the text first cites them.
 */
function render(paragraphs: readonly Checked[][]): {
  message: string;
  citations: Citation[];
  order: number[];
} {
  let message = '';
  const citations: Citation[] = [];
  const order = [...new Set(paragraphs.flat().flatMap(({ citation }) => citation?.source_index ?? []))];
  for (const [i, sentences] of paragraphs.entries()) {
    if (i > 0) message += '\n\n';
    for (const [j, { text, citation }] of sentences.entries()) {
      if (j > 0) message += ' ';
      const start_pos = message.length;
      message += text;
      if (!citation) continue;
      const source_index = order.indexOf(citation.source_index) + 1;
      citations.push({ text, start_pos, end_pos: message.length, ...citation, source_index });
      if (citation.support !== 'unsupported') message += ` [${source_index}]`;
    }
  }
  return { message, citations, order };
}

/** "Ask your doctor", "the evidence is strong": kept as it is, as long as it names no figure and no drug. */
function isRemark(sentence: string): boolean {
  const { numbers, drugs } = hardFactsOf(sentence);
  return REMARK.test(sentence) && numbers.size === 0 && drugs.length === 0;
}

/** How sure the measured signals allow us to be: how well the best source fits, how much of the draft held, and how much of the question the quotes speak of. */
function confidenceOf(
  { evidence, question }: BackGateInput,
  citations: readonly Citation[],
  sentences: number,
  unsupported: number,
): number {
  const relevance = Math.max(0, ...evidence.map((passage) => passage.scores.final));
  const held = sentences === 0 ? 0 : 1 - unsupported / sentences;
  const spoken = contentWords(citations.map(({ quote }) => quote).join(' '));
  const asked = [...contentWords(question)];
  const answered = asked.length === 0 ? 0 : asked.filter((word) => spoken.has(word)).length / asked.length;
  const sure = Math.min(MAX_CONFIDENCE, 0.2 + 0.85 * relevance) * held * (0.4 + 0.6 * answered);
  return Math.round(sure * 100) / 100;
}
