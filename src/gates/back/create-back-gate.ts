import { DOSE_ABOVE, UNSUPPORTED_MARK } from '../../../texts/gates.ts';
import type { ConfidenceLevel } from '../../domain/answer.ts';
import { fillTemplate } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import type { BackGate, DoseAbove } from '../back-gate.port.ts';
import { type Redacted, redactPii, restorePii } from '../front/pii/redact-pii.ts';
import { checkSentences, knownWords } from './check-sentences.ts';
import type { SupportModel } from './decide-support.ts';
import {
  type CheckedLine,
  type CheckedSentence,
  extractMarkers,
  isSupported,
  renderDraft,
  replaceUnsupported,
} from './draft-lines.ts';
import { evidenceSentences } from './evidence-sentences.ts';
import { givesDose, hardFactsOf } from './hard-facts.ts';
import { calibrateConfidence, measureSignals } from './measure-confidence.ts';

const CONFIDENCE_FLOORS: readonly [ConfidenceLevel, number][] = [
  ['high', 0.7],
  ['medium', 0.4],
  ['low', 0],
];

/** How long the support model may take for an answer; then rules decide. */
const LIMIT_MS = 2_000;
/** The most that an answer to a part of the question is trusted: not high. */
const MOST_OF_A_PART = 0.65;

export interface BackGateSettings {
  /** What becomes of a claim that no source supports. */
  unsupported: 'drop' | 'mark';
  /** Below it an answer is not given. */
  minConfidence: number;
}

interface BackGateModels extends Partial<Omit<SupportModel, 'judge'>> {
  /** The tables that doses are held against, whatever document they come from. */
  doseAbove?: DoseAbove;
}

const DEFAULTS: BackGateSettings = { unsupported: 'drop', minConfidence: 0 };

/** The `BackGate` port: every sentence is tied to the words of a source, or left out, or visibly marked. */
export function createBackGate(
  settings: BackGateSettings = DEFAULTS,
  { meaning = null, limitMs = LIMIT_MS, doseAbove = () => null }: BackGateModels = {},
): BackGate {
  return {
    async check(input) {
      const { question, evidence, language, claims = true } = input;
      const { text: unmarked, hints, invented } = extractMarkers(input.draft, evidence);
      const draft = redactDraft(unmarked, evidence);
      const closing = redactDraft(input.closing ?? '', evidence);
      const { lines: checked, degraded } = await checkSentences(draft.text, {
        hints,
        quotable: evidenceSentences(evidence),
        language,
        known: knownWords([
          question,
          ...evidence.flatMap(({ text, document }) => [document.title, text, `${document.year ?? ''}`]),
        ]),
        claims,
        model: { meaning, limitMs, judge: input.judge ?? null },
      });
      const sentences = checked.flatMap(({ cells }) => cells.flat());
      const all = sentences.filter((sentence) => sentence.claims);
      const unsupported = all.filter((sentence) => !isSupported(sentence));
      // A draft of which nothing holds is handed on whole: what becomes of it is the flow's to say.
      const drops = settings.unsupported === 'drop' && unsupported.length < all.length;
      const kept = drops ? replaceUnsupported(checked) : checked;
      const mark = settings.unsupported === 'mark' ? ` ${UNSUPPORTED_MARK[language]}` : '';
      const { message, citations, order } = renderDraft(kept.map(withWarnings), mark);
      const cited = order.flatMap((index) => evidence[index - 1] ?? []);
      const signals = measureSignals({ question, evidence, cited, citations, claims: all.length });
      const calibrated = calibrateConfidence(signals);
      const confidence = Math.min(calibrated, input.is_partial ? MOST_OF_A_PART : 1);
      return {
        message: [message, closing.text].filter((part) => part !== '').join('\n\n'),
        citations,
        cited,
        claims: all.length > 0,
        signals,
        confidence,
        confidence_level: CONFIDENCE_FLOORS.find(([, floor]) => confidence >= floor)?.[0] ?? 'low',
        is_too_unsure: all.length > 0 && confidence < settings.minConfidence,
        hallucination_flagged: unsupported.length > 0 || invented > 0,
        dropped: drops
          ? unsupported.filter(({ instead }) => instead.length === 0).map(({ text }) => text)
          : [],
        replaced: drops
          ? unsupported
              .filter(({ instead }) => instead.length > 0)
              .map(({ text, instead }) => ({ text, quotes: instead.map((one) => one.text) }))
          : [],
        invented_sources: invented,
        redactions: sumOf(draft.counts, closing.counts),
        degraded,
      };

      function withWarnings(line: CheckedLine): CheckedLine {
        const warned = (sentence: CheckedSentence) => {
          const hasDose = sentence.claims && givesDose(hardFactsOf(sentence.text));
          const above = hasDose ? doseAbove(sentence.text) : null;
          return above === null
            ? sentence
            : { ...sentence, warning: fillTemplate(DOSE_ABOVE[language], { ...above }) };
        };
        return { ...line, cells: line.cells.map((cell) => cell.map(warned)) };
      }
    },
  };
}

function sumOf(one: Record<string, number>, other: Record<string, number>): Record<string, number> {
  const kinds = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...kinds].map((kind) => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)]));
}

/** Redacts a draft, but for what its sources themselves say: the name of a trial's author is no patient's. */
export function redactDraft(
  draft: string,
  evidence: readonly RankedPassage[],
): Pick<Redacted, 'text' | 'counts'> {
  const { text, mapping } = redactPii(draft);
  const published = evidence.map((passage) => `${passage.document.title}\n${passage.text}`).join('\n');
  const entries = Object.entries(mapping);
  const isPublished = ([, original]: [string, string]) => published.includes(original);
  const counts: Record<string, number> = {};
  for (const [token] of entries.filter((entry) => !isPublished(entry))) {
    const kind = token.slice(1).replace(/_\d+\w*\]$/u, '');
    counts[kind] = (counts[kind] ?? 0) + text.split(token).length - 1;
  }
  return { text: restorePii(text, Object.fromEntries(entries.filter(isPublished))), counts };
}
