import { WriteTool } from '../../../domain/approval.ts';
import { defineNode } from '../../../engine/define-node.ts';
import type { NameSeal } from '../../../gates/name-seal.port.ts';
import { buildArguments } from '../build-arguments.ts';
import {
  type ClinicalContext,
  type Missing,
  type PlannedCall,
  reading,
  type TriageDecision,
} from '../clinic-state.ts';
import { CHART_TOOLS, type ToolName, WRITE_TOOLS } from '../clinic-tools.ts';
import { restoreArguments } from '../mask-names.ts';
import { type ParsedRequest, toolsOf } from '../request/parse-request.ts';
import { foldForCues } from '../request/request-cues.ts';
import type { TriageInput } from './triage-request.ts';

/** Looks at a call before it is made. A write is never made here: it is set aside for a person's yes. */
export function validateCall({ names }: { names: NameSeal }) {
  return defineNode({
    step: 'validate-call',
    reads: reading('call', 'clinical_context', 'sealed_names', 'write_calls', 'reasoning_timeline'),
    outcomes: ['valid', 'invalid', 'write'],

    run({ call, clinical_context, sealed_names, write_calls, reasoning_timeline }, { emit }) {
      const isClosed = clinical_context.patient?.state !== undefined && WRITE_TOOLS.has(call.tool);
      const found = isClosed ? null : validateArguments(call, clinical_context);
      if (found !== null) {
        emit({ type: 'note', data: { topic: 'call-invalid', tool: call.tool, problem: found.problem } });
        return { outcome: 'invalid' as const, writes: { ...found } };
      }
      const { data: tool } = WriteTool.safeParse(call.tool);
      if (tool === undefined) return { outcome: 'valid' as const, writes: {} };
      const { call_id, query } = call;
      const args = restoreArguments(call.args, names, sealed_names);
      const told = { step: 'tool', tool, query, detail: 'set aside for approval' };
      return {
        outcome: 'write' as const,
        writes: {
          write_calls: [...write_calls, { call_id, tool, args }],
          reasoning_timeline: [...reasoning_timeline, told],
        },
      };
    },
  });
}

interface CallProblem {
  /** For the one who mends it, a model or the trace. */
  problem: string;
  missing: Missing;
}

const MIN_QUERY = 3;

/** Why a call cannot be made as it stands, or null: form that a schema cannot see. */
export function validateArguments(
  call: PlannedCall,
  { patient, image_present }: Pick<ClinicalContext, 'patient' | 'image_present'>,
): CallProblem | null {
  return CHART_TOOLS.has(call.tool) && patient === null
    ? { problem: 'No active patient: search_patient first', missing: 'patient' }
    : problemOf(call, image_present);
}

/** The one thing that has to be known before anything can be done, or null. */
export function findMissing({ route, tool: named }: TriageDecision, input: TriageInput): Missing | null {
  const { request, has_patient, has_image } = input;
  if (route === 'direct') return null;
  const tools = named === null ? toolsOf(request, has_image) : [named];
  const knowsPatient = has_patient || request.patient !== '';
  if (tools.some((tool) => CHART_TOOLS.has(tool)) && !knowsPatient) return 'patient';
  if (route === 'multi_step') return null;
  if (route === 'reasoning')
    return !knowsPatient && request.drugs.length === 0 && isBare(request) ? 'patient' : null;
  const [tool] = tools;
  // What the open chart has as active makes up for what is not named.
  if (tool === undefined || (tool === 'check_drug_interactions' && has_patient)) return null;
  const args = buildArguments(tool, request.text, { request, patient: null, language: 'en' });
  const missing = problemOf({ tool, args }, has_image)?.missing ?? null;
  // How often, and what was not understood beside a dose, is asked once the write is planned.
  if (missing === 'frequency' || missing === 'route') return null;
  if (missing !== 'unread') return missing;
  if (tool !== 'prescribe_medication' || args.dose !== undefined) return null;
  return /\d/u.test(String(args.unread)) ? 'unread' : 'dose';
}

/** "Is it safe?", "which one?": a few words that point at something never named. */
function isBare({ folded }: ParsedRequest): boolean {
  return folded.split(/\s+/u).length <= 5 && /\b(?:it|that|this|them|these|one|nay|do|no)\b/u.test(folded);
}

/** What a tool cannot do without: one of these arguments at least. */
const NEEDED: Readonly<Partial<Record<ToolName, CallProblem & { args: readonly string[] }>>> = {
  check_drug_safety: { args: ['drug'], problem: 'No drug is named', missing: 'drug' },
  search_patient: {
    args: ['name', 'identifier'],
    problem: 'No name and no record number',
    missing: 'patient',
  },
  add_allergy: { args: ['substance'], problem: 'No substance is named', missing: 'substance' },
  prescribe_medication: { args: ['medication'], problem: 'No drug is named', missing: 'drug' },
  change_medication: { args: ['medication', 'order_id'], problem: 'No drug is named', missing: 'drug' },
  save_clinical_note: { args: ['text'], problem: 'The note has no text', missing: 'note_text' },
  find_clinical_trials: {
    args: ['condition', 'intervention'],
    problem: 'No condition and no intervention',
    missing: 'topic',
  },
};
const QUERY = { args: ['query'], problem: 'Query too short', missing: 'topic' } as const;

function problemOf(
  { tool, args }: Pick<PlannedCall, 'tool' | 'args'>,
  image_present: boolean,
): CallProblem | null {
  if (tool === 'get_patient_chart' || tool === 'calculate') return null;
  if (tool === 'analyze_medical_image')
    return image_present ? null : { problem: 'No image attached', missing: 'image' };
  if (tool === 'check_drug_interactions') {
    const count = Array.isArray(args.drugs) ? args.drugs.length : 0;
    const missing = count === 0 ? 'drug' : 'second_drug';
    return count >= 2 ? null : { problem: 'Drug interaction check needs at least 2 drugs', missing };
  }
  const { args: names, ...problem } = NEEDED[tool] ?? QUERY;
  if (!names.some((name) => isFilled(args[name]))) return problem;
  if (Array.isArray(args.unread) && args.unread.length > 0)
    return { problem: 'Not all of it was understood', missing: 'unread' };
  if (tool === 'change_medication') {
    const isSaid = args.action !== 'change' || CHANGED.some((name) => args[name] !== undefined);
    return isSaid ? null : { problem: 'No new dose is given', missing: 'dose' };
  }
  if (tool !== 'prescribe_medication') return null;
  if (!isFilled(args.dose)) return { problem: 'No dose is given', missing: 'dose' };
  // "Od" and "bd" say it, too.
  const isSaid = typeof args.frequency === 'string' && args.frequency.trim() !== '';
  if (!isSaid) return { problem: 'It is not said how often', missing: 'frequency' };
  // Drops and injections are given in more ways than one.
  const isOpen = args.route === undefined && SEVERAL_WAYS.test(foldForCues(`${args.dose} ${args.note}`));
  return isOpen ? { problem: 'It is not said by which route', missing: 'route' } : null;
}

const SEVERAL_WAYS = /\b(?:drops?|giot|tiem|inject\w*)\b/u;

/** What may be new about an order. */
const CHANGED = ['dose', 'frequency', 'route', 'duration', 'by'] as const;

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value.trim().length >= (/\d/u.test(value) ? 1 : MIN_QUERY);
}
