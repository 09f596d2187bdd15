import { z } from 'zod';
import { Principal } from './access.ts';
import { DeskOptions } from './desk-request.ts';
import { UploadLimits } from './ingest-job.ts';
import { Language } from './language.ts';

export const FlowName = z.enum(['consult', 'evidence', 'research', 'clinic', 'desk']);
export type FlowName = z.infer<typeof FlowName>;

/** A name from a list: a source type, a role, an identifier. Never free text. */
const Name = z.string().regex(/^[\p{L}\p{N}._:-]{1,100}$/u);

export const SourceTypes = z.array(Name).max(20);

export const MAX_MESSAGE_LENGTH = 10_000;
export const MIN_MEANINGFUL_LENGTH = 3;

/** What an asker sends. Unknown fields are refused, so that a misspelt filter is never silently ignored. */
export const AskRequest = z.strictObject({
  message: z.string(),
  flow: z.enum(['auto', ...FlowName.options]).default('auto'),
  role: Name.nullable().default(null),
  language: Language.nullable().default(null),
  conversation_id: z.uuid().nullable().default(null),
  patient_id: Name.nullable().default(null),
  image: z.string().nullable().default(null),
  /** Null leaves the choice to the flow. */
  source_types: SourceTypes.nullable().default(null),
  min_evidence_level: z.number().int().min(1).max(5).nullable().default(null),
  return_sources: z.boolean().default(true),
  /** What a question to the desk brings along; no other flow takes it. */
  desk: DeskOptions.optional(),
});
export type AskRequest = z.infer<typeof AskRequest>;

/** Who Galen takes the caller for, and what is here for them. */
export const Asker = z.object({
  principal: Principal,
  /** Whom one may be instead; null where callers are who they prove to be. */
  demo: z.array(z.string()).nullable(),
  flows: z.array(FlowName),
  /** `none` where rules do the model's work. */
  model: z.string(),
  may_audit: z.boolean(),
  may_use_charts: z.boolean(),
  may_add_documents: z.boolean(),
  upload_limits: UploadLimits,
});
export type Asker = z.infer<typeof Asker>;

const Node = z.object({ name: z.string(), kind: z.enum(['node', 'pause', 'sub-flow']) });

/** By the names that stand in the trace; `to` of a route is a node, or `end`. */
const Shape = z.object({
  name: z.string(),
  start: z.string(),
  routes: z.array(z.object({ from: z.string(), outcome: z.string(), to: z.string() })),
});

/** A flow inside a step. Drawn one deep: a schema of itself has no end in OpenAPI. */
const InnerGraph = Shape.extend({ nodes: z.array(Node) });

/** A flow's steps and where each outcome leads, to be drawn. */
export const FlowGraph = Shape.extend({
  name: FlowName,
  nodes: z.array(Node.extend({ inner: InnerGraph.nullable() })),
});
export type FlowGraph = z.infer<typeof FlowGraph>;
