import { z } from 'zod';
import { Principal } from '../../domain/access.ts';
import { AskRequest } from '../../domain/ask.ts';
import { GalenError } from '../../domain/errors.ts';
import { Language } from '../../domain/language.ts';
import { Message } from '../../domain/run-record.ts';
import { defineNode } from '../../engine/define-node.ts';
import { restorePii } from '../../guardrails/front/pii/redact-pii.ts';
import type { NameSeal } from '../../guardrails/name-seal.port.ts';
import type { CallReport, ClinicalContext, PatientSummary, TimelineStep } from './clinic-state.ts';
import { nameMatches } from './name-matches.ts';
import { readMentions } from './read-mentions.ts';
import { resolveRequest } from './resolve-request.ts';
import { namesIn } from './restore-arguments.ts';
import { splitRequest } from './split-request.ts';

/** Three turns: a question and an answer each. */
const RECENT_MESSAGES = 6;

/** Reads what the chart holds of a patient; null when there is none. Throws a GalenError when nobody could look. */
export type ReadPatient = (
  principal: Principal,
  patientId: string,
  language: Language,
) => Promise<PatientSummary | null>;

const UNREADABLE = {
  en: 'The chart could not be read. Nothing in this answer takes the patient into account.',
  vi: 'Không đọc được bệnh án. Câu trả lời này chưa xét đến bệnh nhân.',
};

/** Gathers what the later steps need to know, without a model: the open chart, the last turns, the image. */
export function assembleContext({ readPatient, names }: { readPatient: ReadPatient; names: NameSeal }) {
  return defineNode({
    step: 'context',
    reads: z.object({
      request: AskRequest,
      principal: Principal,
      language: Language,
      question: z.string(),
      history: z.array(Message),
      image_present: z.boolean(),
      sealed_names: z.string().default(''),
    }),
    outcomes: ['assembled'],

    async run(
      { request, principal, language, question, history, image_present, sealed_names },
      { newId, emit },
    ) {
      const { patient_id } = request;
      const { patient: opened, problem } =
        patient_id === null ? { patient: null, problem: null } : await open(patient_id);
      const patient = opened !== null && speaksOfAnother(question, opened) ? null : opened;
      if (patient !== opened) emit({ type: 'note', data: { topic: 'another-patient-named' } });
      const user_input = resolveRequest(question, history, patient_id);
      const clinical_context: ClinicalContext = {
        user_input,
        image_present,
        turns: history.slice(-RECENT_MESSAGES).map(({ author, text }) => ({ author, text })),
        patient,
      };
      const reports = problem === null ? [] : [unreadChart(newId(), problem)];
      const reasoning_timeline = patient === null ? [] : [contextStep(patient)];
      const searched = { query: user_input, source_types: null, min_evidence_level: null };
      return {
        outcome: 'assembled' as const,
        writes: { clinical_context, reports, reasoning_timeline, searched },
      };

      /** Who asks about one patient while another is open must not get the open one's chart for an answer. */
      function speaksOfAnother(text: string, { withheld }: PatientSummary): boolean {
        // What is only to be written down may name anybody.
        const task = splitRequest(text)
          .parts.map((part) => part.text)
          .join(' ');
        const named = restorePii(readMentions(task).patient, namesIn(names, sealed_names));
        return named !== '' && !nameMatches(named, withheld);
      }

      async function open(id: string) {
        try {
          const found = await readPatient(principal, id, language);
          if (found === null) throw new GalenError('NOT_FOUND', { what: 'patient' }, { language });
          return { patient: found, problem: null };
        } catch (error) {
          // A chart that is down for a moment is said to be; anything else is the asker's to hear.
          if (!(error instanceof GalenError) || error.code === 'NOT_FOUND' || error.status < 500) throw error;
          emit({ type: 'note', data: { topic: 'chart-unavailable', code: error.code } });
          return { patient: null, problem: error.code };
        }
      }
    },
  });
}

export function contextStep({ label, conditions, medications, allergies }: PatientSummary): TimelineStep {
  const parts = [label, ...conditions, ...medications, ...allergies];
  return { step: 'context', detail: `Active patient: ${parts.join(', ')}` };
}

function unreadChart(call_id: string, reason: string): CallReport {
  return {
    call: { call_id, tool: 'get_patient_chart', query: '', args: {} },
    status: 'unavailable',
    reason,
    strategy: 'skip',
    message: UNREADABLE,
    output: null,
    passages: [],
  };
}
