import { z } from 'zod';
import { ChartAnswer } from '../../chart/questions/answer-chart-question.ts';
import { Proposal, WriteCall } from '../../domain/approval.ts';
import { RankedPassage } from '../../domain/passage.ts';
import { ToolResult } from '../../tools/tools.port.ts';
import { TurnState } from '../shared/turn-state.ts';
import { ToolName } from './clinic-tools.ts';
import { ParsedRequest } from './request/parse-request.ts';

export const MAX_SUBTASKS = 5;
export const MAX_ITERATIONS = 3;
/** What planning one subtask may cost in model calls. */
export const CALLS_PER_SUBTASK = 3;
export const MAX_RETRIES = 2;
export const MAX_REASONING_TOOLS = 2;

/** What a request may lack: the question back is about this one thing. */
export const Missing = z.enum([
  'patient',
  'drug',
  'second_drug',
  'order',
  'substance',
  'dose',
  'frequency',
  'route',
  'unread',
  'note_text',
  'image',
  'topic',
  'inputs',
]);
export type Missing = z.infer<typeof Missing>;

export const TriageRoute = z.enum(['direct', 'lookup', 'reasoning', 'multi_step']);
export type TriageRoute = z.infer<typeof TriageRoute>;

export const TriageDecision = z.object({
  route: TriageRoute,
  tool: ToolName.nullable().default(null),
  query: z.string().nullable().default(null),
});
export type TriageDecision = z.infer<typeof TriageDecision>;

/** What the chart says of the patient who is open, as the flow uses it. Nothing but `withheld` names them. */
export const PatientSummary = z.object({
  patient_id: z.string(),
  /** Age and sex, and that they are fictional where they are. */
  label: z.string(),
  /** Names and numbers by which they could be known: never sent outside. */
  withheld: z.array(z.string()),
  conditions: z.array(z.string()),
  allergies: z.array(z.string()),
  medications: z.array(z.string()),
  /** Why nothing is to be ordered for them: they have died, the record is no longer used. */
  state: z.string().optional(),
  /** The chart's own words, to be cited like any source. */
  passages: z.array(RankedPassage),
  /** What the chart says of what was asked; null where the request asks for nothing that a chart holds. */
  answer: ChartAnswer.nullable().optional(),
  /** The line that names them, for an answer about somebody whose chart is not open. */
  whose: z.string().optional(),
  gender: z.string().nullable().optional(),
});
export type PatientSummary = z.infer<typeof PatientSummary>;

/** What every step after the assembler may know, gathered without a model. */
export const ClinicalContext = z.object({
  /** The request, with the one that it leans on or answers. */
  user_input: z.string(),
  image_present: z.boolean(),
  turns: z.array(z.object({ author: z.string(), text: z.string() })),
  patient: PatientSummary.nullable(),
});
export type ClinicalContext = z.infer<typeof ClinicalContext>;

/** A tool that is to be called: `query` in words, from which code makes `args`. */
export const PlannedCall = z.object({
  call_id: z.string(),
  tool: ToolName,
  query: z.string(),
  args: z.record(z.string(), z.unknown()),
});
export type PlannedCall = z.infer<typeof PlannedCall>;

const Told = ToolResult.omit({ tool: true, documents: true, sources: true, sent: true, quarantined: true });
/** A call, and what the tool told. */
export const CallReport = Told.extend({
  call: PlannedCall,
  /** What could not be looked at, though something was found. */
  unchecked: Told.shape.message.nullable().optional(),
});
export type CallReport = z.infer<typeof CallReport>;

export const Subtask = z.object({ task: z.string().min(1).max(500), tool: ToolName.nullable() });
export type Subtask = z.infer<typeof Subtask>;

export const TimelineStep = z.object({ step: z.string() }).catchall(z.string());
export type TimelineStep = z.infer<typeof TimelineStep>;

export const Clarification = z.object({
  missing: Missing,
  question: z.string(),
  choices: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The word that is not understood, as it was typed: an answer may take its place. */
  about: z.string().optional(),
  /** Whose chart was open: an answer given with another one open is none to this. */
  patient_id: z.string().nullable().default(null),
});
export type Clarification = z.infer<typeof Clarification>;

/** How many model calls a run may have made once a step is done: the budget of the route that it stands on. */
export const CALLS_AFTER = {
  triage: 1,
  direct: 2,
  fix_lookup: 2,
  lookup: 3,
  think: 2,
  extract: 3,
  reason_again: 4,
  reasoning: 5,
  decompose: 2,
} as const;

/** A stretch of the evidence with one origin: places `from` up to, and without, `to`. */
export const EvidenceSection = z.object({
  /**
   * A verdict is a call's own summing-up; a warning, what speaks against what is told after it; a notice, what could not be
   * done, was left out or became of a write.
   */
  kind: z.enum(['chart', 'tool', 'verdict', 'warning', 'notice']),
  query: z.string(),
  from: z.number().int(),
  to: z.number().int(),
});
export type EvidenceSection = z.infer<typeof EvidenceSection>;

/** All that a run knows, in the order it is written; what no step has written yet reads as empty where that means something. */
export const ClinicState = TurnState.extend({
  sealed_names: z.string().default(''),
  image_present: z.boolean(),
  parsed_request: ParsedRequest,
  clinical_context: ClinicalContext,
  triage: TriageDecision,
  missing: Missing,
  clarification: Clarification,

  call: PlannedCall,
  problem: z.string(),
  fixes: z.number().int().default(0),
  retries: z.number().int().default(0),
  reports: z.array(CallReport).default([]),

  courtesy: z.string().default(''),
  thinking: z.string().default(''),
  needs: z.array(PlannedCall),

  subtasks: z.array(Subtask).default([]),
  loop: z.object({ index: z.number().int(), iterations: z.number().int(), calls: z.number().int() }),

  write_calls: z.array(WriteCall).default([]),
  proposals: z.array(Proposal).default([]),
  /** What of a write may mean several things, and which. */
  unclear: z.object({ problem: z.string(), about: z.string(), choices: Clarification.shape.choices }),

  sections: z.array(EvidenceSection).default([]),
  quoted: z.boolean().default(false),
  reasoning_timeline: z.array(TimelineStep).default([]),
});
export type ClinicState = z.infer<typeof ClinicState>;

type Shape = typeof ClinicState.shape;

/** What was asked and is known, what tools have said, and what the details panel shows. */
export const SITUATION = [
  'language',
  'parsed_request',
  'clinical_context',
  'reports',
  'reasoning_timeline',
] as const;

export function reading<Key extends keyof Shape>(...keys: Key[]): z.ZodObject<Pick<Shape, Key>> {
  // A cast, because the object has exactly these keys.
  return z.object(Object.fromEntries(keys.map((key) => [key, ClinicState.shape[key]])) as Pick<Shape, Key>);
}
