import type { Citation, ConfidenceLevel } from '../domain/answer.ts';
import type { Language } from '../domain/language.ts';
import type { RankedPassage } from '../domain/passage.ts';
import type { ConfidenceSignals } from './back/measure-confidence.ts';

/** Of each pair, whether the source says the sentence: a language model's word, where one is configured. */
export type JudgeSupport = (
  pairs: readonly { source: string; sentence: string }[],
) => Promise<readonly boolean[]>;

/** The most of a drug that an adult is given, where a sentence speaks of more. */
export type DoseAbove = (sentence: string) => { drug: string; most: number; unit: string } | null;

export interface BackGateInput {
  question: string;
  /** The draft, with or without a model's own `[n]` markers: those are hints, checked and rewritten. */
  draft: string;
  /** What the draft may rest on, in source order: `[1]` is the first. */
  evidence: readonly RankedPassage[];
  language: Language;
  /** False for a draft without medical claims, a greeting or a question back: it needs no source. */
  claims?: boolean;
  /** What code says after the answer, of itself: what was not found. It stands there without marks, and is re-scanned. */
  closing?: string;
  /** Part of what was asked was not found or could not be done: the answer as a whole is not sure, however sure the rest is. */
  is_partial?: boolean;
  /** Asked once, about all sentences that code and Galen's own models leave undecided; it overrules neither. */
  judge?: JudgeSupport;
}

export interface BackGateVerdict {
  /** The draft with unsupported sentences dealt with and markers made by code. */
  message: string;
  citations: Citation[];
  /** The evidence the message cites, in the order it first does: `source_index` 1 is the first. */
  cited: RankedPassage[];
  /** False when nothing in it needs a source. */
  claims: boolean;
  /** What the confidence was made from. */
  signals: ConfidenceSignals;
  confidence: number;
  confidence_level: ConfidenceLevel;
  /** True when the confidence is below what is answered with. */
  is_too_unsure: boolean;
  /** True when a sentence claimed what no source supports, or a mark named a source that does not exist. */
  hallucination_flagged: boolean;
  /** The sentences that were left out, for the trace. */
  dropped: string[];
  /** The sentences in whose place a source's own now say the same. */
  replaced: { text: string; quotes: string[] }[];
  /** Marks that name no source there is: taken out and counted. */
  invented_sources: number;
  redactions: Record<string, number>;
  /** Why rules judged what the support model should have; null when nothing was missing. */
  degraded: string | null;
}

/** What every answer passes: citation spans, support per sentence, confidence, PII re-scan. */
export interface BackGate {
  check(input: BackGateInput): Promise<BackGateVerdict>;
}
