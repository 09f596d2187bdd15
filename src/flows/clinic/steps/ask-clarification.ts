import { z } from 'zod';
import {
  CLARIFYING_QUESTIONS,
  SIMILAR_DRUGS,
  UNDERSTOOD,
  UNKNOWN_DRUG,
  WHICH_CHOICE,
} from '../../../../texts/clinic.ts';
import { type Bilingual, fillTemplate } from '../../../domain/language.ts';
import { defineNode } from '../../../engine/define-node.ts';
import {
  type CallReport,
  type Clarification,
  type ClinicalContext,
  type Missing,
  type PlannedCall,
  reading,
  SITUATION,
} from '../clinic-state.ts';
import { WRITE_TOOLS } from '../clinic-tools.ts';
import { makeNotice, patientLine, patientsFound } from '../gather-evidence.ts';
import { isAsked, type ParsedRequest, type RequestedWrite, writeFor } from '../request/parse-request.ts';
import { readDrugs } from '../request/read-mentions.ts';

const MAX_CHOICES = 5;
const OR: Bilingual = { en: ' or ', vi: ' hay ' };

export function askClarification() {
  return defineNode({
    step: 'clarify',
    reads: reading(...SITUATION, 'missing', 'call', 'unclear').partial({ call: true, unclear: true }),
    outcomes: ['asked'],

    run(
      {
        language,
        missing,
        parsed_request: request,
        clinical_context,
        call,
        unclear,
        reports,
        reasoning_timeline,
      },
      { clock },
    ) {
      const unread = unreadIn(request, call);
      const isOrder = missing === 'drug' && isAsked('prescribe_medication', request);
      const choices = unclear
        ? unclear.choices.slice(0, MAX_CHOICES)
        : isOrder
          ? nearChoices(unread.unknown)
          : choicesFor(missing, request, clinical_context, reports);
      const labels = choices.map(({ label }) => label);
      const inputs = missing === 'inputs' ? reports.at(-1)?.message : undefined;
      const asked = fillTemplate((inputs ?? wording())[language], {
        choices: labels.join(OR[language]),
        words: unread.words,
        word: unread.unknown?.word ?? '',
        problem: unclear?.problem ?? '',
      });
      const understood = understoodIn(request, call);
      const question = understood === '' ? asked : fillTemplate(UNDERSTOOD[language], { understood, asked });
      const patient_id = clinical_context.patient?.patient_id ?? null;
      const word = unclear?.about ?? (isOrder ? unread.unknown?.word : undefined);
      const about = word === undefined ? {} : { about: word };
      const clarification: Clarification = { missing, question, choices, patient_id, ...about };
      const at = new Date(clock()).toISOString();
      // The names in the question are the chart's own: as evidence, they are told and not redacted.
      const named = {
        kind: 'notice',
        id: 'choices',
        title: 'choices',
        text: [...labels, question].join('\n'),
      } as const;
      const evidence =
        labels.length === 0 && understood === '' ? [] : [makeNotice({ ...named, language, at })];
      return {
        outcome: 'asked' as const,
        writes: {
          route: 'clarify',
          clarification,
          draft: question,
          claims: false,
          // It repeats values that were given or charted, and claims nothing of them.
          is_ours: missing === 'inputs',
          evidence,
          follow_up_questions: labels,
          reasoning_timeline: [...reasoning_timeline, { step: 'clarify', missing }],
        },
      };

      function wording(): Bilingual {
        if (unclear) return CLARIFYING_QUESTIONS.order;
        if (isOrder && unread.unknown !== null) return choices.length > 0 ? SIMILAR_DRUGS : UNKNOWN_DRUG;
        return choices.length > 1 ? WHICH_CHOICE : CLARIFYING_QUESTIONS[missing];
      }
    },
  });
}

/** What of an order or an allergy was not understood: of the call that was planned, else of the request. */
function unreadIn(
  request: ParsedRequest,
  call: PlannedCall | undefined,
): { words: string; unknown: RequestedWrite['unknown'] } {
  const isWrite = call !== undefined && WRITE_TOOLS.has(call.tool);
  const unread = isWrite ? z.array(z.string()).safeParse(call.args.unread).data : undefined;
  const order = orderOf(request, call);
  return { words: (unread ?? order?.unread ?? []).join('”, “'), unknown: order?.unknown ?? null };
}

function orderOf(request: ParsedRequest, call: PlannedCall | undefined): RequestedWrite | null {
  const tool = call?.tool === 'change_medication' ? call.tool : 'prescribe_medication';
  return writeFor(tool, call?.tool === tool ? call.query : request.text, request);
}

const TOLD = ['medication', 'dose', 'route', 'frequency', 'duration'] as const;

/** As much of an order as was understood, where that is more than a drug. */
function understoodIn(request: ParsedRequest, call: PlannedCall | undefined): string {
  const { args } = orderOf(request, call) ?? {};
  const told = TOLD.flatMap((name) => args?.[name] ?? []).map(String);
  return told.length > 1 ? told.join(', ') : '';
}

/** Drugs spelt nearly so, and the word as it stands: never what the chart has, which is another drug. */
function nearChoices(unknown: RequestedWrite['unknown']): Clarification['choices'] {
  if (unknown === null || unknown.near.length === 0) return [];
  return [
    ...unknown.near.map((drug) => ({ label: drug, value: drug })),
    { label: `"${unknown.word}"`, value: `"${unknown.word}"` },
  ];
}

function choicesFor(
  missing: Missing,
  { drugs: named }: ParsedRequest,
  { patient, turns }: ClinicalContext,
  reports: readonly CallReport[],
): Clarification['choices'] {
  if (missing === 'patient') {
    const found = reports.flatMap(patientsFound).slice(0, MAX_CHOICES);
    return found.map((person) => ({ label: patientLine(person), value: person.id }));
  }
  if (missing !== 'drug' && missing !== 'second_drug') return [];
  const spokenOf = turns.flatMap(({ text }) => readDrugs(text));
  const active = (patient?.medications ?? []).flatMap((medication) => readDrugs(medication).slice(0, 1));
  const drugs = [...new Set([...spokenOf, ...active])].filter((drug) => !named.includes(drug));
  return drugs.slice(0, MAX_CHOICES).map((drug) => ({ label: drug, value: drug }));
}
