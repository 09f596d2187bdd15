import type { Citation, ConfidenceLevel } from '../domain/answer.ts';
import type { Bilingual } from '../domain/language.ts';
import type { BackGate } from './back-gate.port.ts';
import { calibrateConfidence } from './calibrate-confidence.ts';
import { type CheckedSentence, checkSentences, isSupported } from './check-sentences.ts';
import { evidenceSentences } from './evidence-sentences.ts';
import { extractMarkers } from './extract-markers.ts';
import { measureSignals } from './measure-signals.ts';
import { redactDraft } from './redact-draft.ts';

const CONFIDENCE_FLOORS: readonly [ConfidenceLevel, number][] = [
  ['high', 0.7],
  ['medium', 0.4],
  ['low', 0],
];

const UNSUPPORTED_MARK: Bilingual = { en: '[unsupported]', vi: '[chưa có căn cứ]' };

export interface BackGateSettings {
  /** What becomes of a claim that no source supports. */
  unsupported: 'drop' | 'mark';
  /** Below it an answer is not given. */
  minConfidence: number;
}

const DEFAULTS: BackGateSettings = { unsupported: 'drop', minConfidence: 0 };

/** The `BackGate` port by rules: every sentence is tied to the words of a source, or left out, or visibly marked. */
export function createBackGate(settings: BackGateSettings = DEFAULTS): BackGate {
  return {
    check(input) {
      const { question, evidence, language, claims = true } = input;
      const { text: unmarked, hints, invented } = extractMarkers(input.draft, evidence);
      const draft = redactDraft(unmarked, evidence);
      const checked = checkSentences(draft.text, {
        hints,
        quotable: evidenceSentences(evidence),
        language,
        claims,
      });
      const all = checked.flat().filter((sentence) => sentence.claims);
      const unsupported = all.filter((sentence) => !isSupported(sentence));
      // A draft of which nothing holds is handed on whole: what becomes of it is the flow's to say.
      const drops = settings.unsupported === 'drop' && unsupported.length < all.length;
      const kept = checked
        .map((sentences) =>
          sentences.filter((sentence) => !drops || !sentence.claims || isSupported(sentence)),
        )
        .filter((sentences) => sentences.length > 0);
      const mark = settings.unsupported === 'mark' ? ` ${UNSUPPORTED_MARK[language]}` : '';
      const { message, citations, order } = render(kept, mark);
      const cited = order.flatMap((index) => evidence[index - 1] ?? []);
      const signals = measureSignals({ question, evidence, cited, citations, claims: all.length });
      const confidence = calibrateConfidence(signals);
      return {
        message,
        citations,
        cited,
        claims: all.length > 0,
        signals,
        confidence,
        confidence_level: CONFIDENCE_FLOORS.find(([, floor]) => confidence >= floor)?.[0] ?? 'low',
        is_too_unsure: all.length > 0 && confidence < settings.minConfidence,
        hallucination_flagged: unsupported.length > 0 || invented > 0,
        dropped: drops ? unsupported.map(({ text }) => text) : [],
        invented_sources: invented,
        redactions: draft.counts,
      };
    },
  };
}

/**
 * Writes the sentences out with a marker after each cited one, and notes where each came to stand.
 * Sources are numbered in the order the text first cites them.
 */
function render(
  paragraphs: readonly CheckedSentence[][],
  unsupportedMark: string,
): { message: string; citations: Citation[]; order: number[] } {
  let message = '';
  const citations: Citation[] = [];
  const order = [...new Set(paragraphs.flat().flatMap(({ citation }) => citation?.source_index ?? []))];
  for (const [i, sentences] of paragraphs.entries()) {
    if (i > 0) message += '\n\n';
    for (const [j, sentence] of sentences.entries()) {
      const { text, citation, claims } = sentence;
      if (j > 0) message += ' ';
      const start_pos = message.length;
      message += text;
      if (citation) {
        const source_index = order.indexOf(citation.source_index) + 1;
        citations.push({ text, start_pos, end_pos: message.length, ...citation, source_index });
        if (citation.support !== 'unsupported') message += ` [${source_index}]`;
      }
      if (claims && !isSupported(sentence)) message += unsupportedMark;
    }
  }
  return { message, citations, order };
}
