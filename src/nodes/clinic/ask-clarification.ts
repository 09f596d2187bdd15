import { z } from 'zod';
import { fillTemplate } from '../../domain/fill-template.ts';
import { type Bilingual, Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import { CallReport, type Clarification, ClinicalContext, TimelineStep } from './clinic-state.ts';
import { patientLine, patientsFound } from './describe-report.ts';
import { Missing } from './find-missing.ts';
import { makeNotice } from './make-notice.ts';
import { readDrugs } from './read-mentions.ts';

const MAX_CHOICES = 5;

const QUESTIONS: Readonly<Record<Missing, Bilingual>> = {
  patient: {
    en: 'Which patient do you mean: what is the name or the record number?',
    vi: 'Bạn muốn nói đến bệnh nhân nào: tên hoặc mã hồ sơ là gì?',
  },
  drug: { en: 'Which drug do you mean?', vi: 'Bạn muốn hỏi thuốc nào?' },
  second_drug: {
    en: 'Which other drug should it be checked against?',
    vi: 'Cần đối chiếu với thuốc nào nữa?',
  },
  substance: { en: 'What is the patient allergic to?', vi: 'Bệnh nhân dị ứng với chất gì?' },
  dose: { en: 'Which dose, and how often?', vi: 'Liều bao nhiêu, và ngày mấy lần?' },
  frequency: { en: 'How often is it to be taken?', vi: 'Dùng ngày mấy lần?' },
  note_text: { en: 'What should the note say?', vi: 'Ghi chú cần viết gì?' },
  image: {
    en: 'No image is attached: can you attach the one you mean?',
    vi: 'Chưa có ảnh đính kèm: bạn có thể gửi ảnh muốn xem không?',
  },
  topic: {
    en: 'What should I search for: which disease, drug or question?',
    vi: 'Cần tìm về điều gì: bệnh, thuốc hay câu hỏi nào?',
  },
};
const WHICH: Bilingual = { en: 'Which one do you mean: {choices}?', vi: 'Bạn muốn nói đến: {choices}?' };
const OR: Bilingual = { en: ' or ', vi: ' hay ' };

/** Asks back for the one thing that is missing, with choices where there are any. */
export function askClarification() {
  return defineNode({
    step: 'clarify',
    reads: z.object({
      language: Language,
      missing: Missing,
      clinical_context: ClinicalContext,
      reports: z.array(CallReport).default([]),
      reasoning_timeline: z.array(TimelineStep).default([]),
    }),
    outcomes: ['asked'],

    run({ language, missing, clinical_context, reports, reasoning_timeline }, { clock }) {
      const choices = choicesFor(missing, clinical_context, reports);
      const listed = choices.map(({ label }) => label).join(OR[language]);
      const question =
        choices.length > 1
          ? fillTemplate(WHICH[language], { choices: listed })
          : QUESTIONS[missing][language];
      const clarification: Clarification = { missing, question, choices };
      const at = new Date(clock()).toISOString();
      // The names in the question are the chart's own: as evidence, they are told and not redacted.
      const named = choices.map(({ label }) => label).join('\n');
      const evidence =
        named === ''
          ? []
          : [makeNotice({ kind: 'notice', id: 'choices', title: 'choices', text: named, language, at })];
      return {
        outcome: 'asked' as const,
        writes: {
          route: 'clarify',
          clarification,
          draft: question,
          claims: false,
          evidence,
          follow_up_questions: choices.map(({ label }) => label),
          reasoning_timeline: [...reasoning_timeline, { step: 'clarify', missing }],
        },
      };
    },
  });
}

function choicesFor(
  missing: Missing,
  { patient, turns, user_input }: ClinicalContext,
  reports: readonly CallReport[],
): Clarification['choices'] {
  if (missing === 'patient') {
    const found = reports.flatMap(patientsFound).slice(0, MAX_CHOICES);
    return found.map((person) => ({ label: patientLine(person), value: person.id }));
  }
  if (missing !== 'drug' && missing !== 'second_drug') return [];
  const named = new Set(readDrugs(user_input));
  const spokenOf = turns.flatMap(({ text }) => readDrugs(text));
  const active = (patient?.medications ?? []).flatMap((medication) => readDrugs(medication).slice(0, 1));
  const drugs = [...new Set([...spokenOf, ...active])].filter((drug) => !named.has(drug));
  return drugs.slice(0, MAX_CHOICES).map((drug) => ({ label: drug, value: drug }));
}
