import { z } from 'zod';
import { Scope } from './access.ts';
import { FlowName } from './ask.ts';
import { ERROR_STATUSES, type ErrorCode } from './errors.ts';
import { EvidenceLevel } from './evidence-level.ts';
import { Language } from './language.ts';
import { Origin } from './passage.ts';

export const Source = z.object({
  index: z.number().int().positive(),
  passage_id: z.string(),
  document_id: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  pmid: z.string().nullable(),
  /** Of publication; null where nobody knows it. */
  year: z.number().int().nullable(),
  journal: z.string(),
  evidence_level: EvidenceLevel,
  source_type: z.string(),
  scope: Scope,
  created_at: z.string(),
  relevance_score: z.number(),
  /** Where in the document it stands; answers stored before these were told have neither. */
  page: z.number().int().nullable().default(null),
  heading_path: z.array(z.string()).default([]),
  /** Whose words they are; answers stored before this was told do not say. */
  ...Origin.shape,
  text: z.string(),
});
export type Source = z.infer<typeof Source>;

export const Support = z.enum(['supported', 'weak', 'unsupported']);
export type Support = z.infer<typeof Support>;

/** `message.slice(start_pos, end_pos) === text` and `document.text.slice(quote_start, quote_end) === quote`, always. */
export const Citation = z.object({
  text: z.string(),
  start_pos: z.number().int(),
  end_pos: z.number().int(),
  source_index: z.number().int().positive(),
  quote: z.string(),
  quote_start: z.number().int(),
  quote_end: z.number().int(),
  support: Support,
});
export type Citation = z.infer<typeof Citation>;

export const StepStatus = z.enum(['running', 'done', 'failed']);

/** One step of a run as the asker sees it. */
export const Step = z.object({
  order: z.number().int().positive(),
  step: z.string(),
  node: z.string(),
  status: StepStatus,
  outcome: z.string().nullable(),
  started_at: z.string(),
  duration_ms: z.number(),
});
export type Step = z.infer<typeof Step>;

/** Why a turn did without the model, and where. */
export const Degradation = z.object({
  reason: z.enum([
    'no-model',
    'overload',
    'timeout',
    'refusal',
    'invalid-output',
    'budget-spent',
    'unauthorized',
    'model-error',
    'circuit-open',
    'search-degraded',
    'support-degraded',
    'gate-degraded',
    'knowledge-unreachable',
  ]),
  tasks: z.array(z.string()),
  message: z.string(),
});
export type Degradation = z.infer<typeof Degradation>;
export type DegradedReason = Degradation['reason'];

/** A document that came near without answering, and the sentence of it that came nearest. */
export const ClosestDocument = z.object({
  document_id: z.string(),
  title: z.string(),
  /** `document.text.slice(start, end)` */
  sentence: z.string(),
  start: z.number().int(),
  end: z.number().int(),
});
export type ClosestDocument = z.infer<typeof ClosestDocument>;

/** Where an answer was looked for. */
export const Searched = z.object({
  query: z.string(),
  source_types: z.array(z.string()).nullable(),
  min_evidence_level: z.number().int().nullable(),
  /** Between which years what was looked through was published. */
  years: z.object({ from: z.number().int(), to: z.number().int() }).optional(),
  /** Titles of what came nearest. */
  nearest: z.array(z.string()).optional(),
  /** What came nearest, to be opened; answers stored before this was told have their titles alone. */
  closest: z.array(ClosestDocument).optional(),
});
export type Searched = z.infer<typeof Searched>;

/** What to do without an answer, a sentence each, in the answer's language. */
export const NotFoundCard = z.object({
  title: z.string(),
  searched: z.string(),
  ask_better: z.string(),
  whom_to_ask: z.string(),
  /** The way to urgent help; null where the emergency notice above already shows it. */
  urgent: z.object({ text: z.string(), phone: z.string() }).nullable(),
});
export type NotFoundCard = z.infer<typeof NotFoundCard>;

/** That Galen found nothing, or nothing that answers, and where it looked. */
export const Abstention = z.object({
  reason: z.enum(['nothing-found', 'insufficient']),
  searched: Searched,
  /** The same as the message says, in its parts; missing where the message says more. */
  card: NotFoundCard.optional(),
});
export type Abstention = z.infer<typeof Abstention>;

/** The kind of a notice where nothing says which: softer words, and nothing of the answer is held back for it. */
export const UNSURE = 'unsure';

export const EmergencyNotice = z.object({
  category: z.string(),
  message: z.string(),
  phone: z.string(),
  /** Someone to talk to, where the notice is about suicide and the country has such a line. */
  crisis_line: z.string().optional(),
  /** One line for a professional rather than an alarm. */
  quiet: z.boolean().optional(),
});
export type EmergencyNotice = z.infer<typeof EmergencyNotice>;

export const Usage = z.object({
  llm_calls: z.number().int(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  model: z.string(),
});
export type Usage = z.infer<typeof Usage>;

export const Redactions = z.object({
  input: z.record(z.string(), z.number().int()),
  output: z.record(z.string(), z.number().int()),
});

export const ConfidenceLevel = z.enum(['high', 'medium', 'low']);
export type ConfidenceLevel = z.infer<typeof ConfidenceLevel>;

/** One envelope for every flow. */
export const Answer = z.object({
  id: z.string(),
  conversation_id: z.string(),
  flow: FlowName,
  route: z.string().nullable(),
  language: Language,
  message: z.string(),
  sources: z.array(Source),
  citations: z.array(Citation),
  confidence: z.number(),
  confidence_level: ConfidenceLevel,
  follow_up_questions: z.array(z.string()),
  disclaimer: z.string(),
  emergency: EmergencyNotice.nullable(),
  abstained: Abstention.nullable(),
  degraded: Degradation.nullable(),
  hallucination_flagged: z.boolean(),
  redactions: Redactions,
  steps: z.array(Step),
  usage: Usage,
  output: z.record(z.string(), z.unknown()),
  created_at: z.string(),
});
export type Answer = z.infer<typeof Answer>;

// Object.keys forgets the literal types that the catalogue has.
const ErrorCodes = Object.keys(ERROR_STATUSES) as [ErrorCode, ...ErrorCode[]];

/** Why a gate turned a question away. Holds nothing of the question itself. */
export const Refusal = z.object({
  code: z.enum(ErrorCodes),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  language: Language,
});
