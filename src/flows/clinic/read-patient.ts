import { GENDER_NAMES } from '../../../texts/chart.ts';
import { CHART_TITLE } from '../../../texts/clinic.ts';
import type { Chart } from '../../chart/chart.port.ts';
import { answerChartQuestion, answerWithTexts } from '../../chart/questions/answer-chart-question.ts';
import type { NearTexts } from '../../chart/questions/chart-texts.ts';
import { summariseChart } from '../../chart/summary/summarise-chart.ts';
import type { Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import type { Clock } from '../../domain/run-context.ts';
import { citePassage } from '../../tools/make-citable.ts';
import type { ReadPatient } from './steps/assemble-context.ts';

/** A shorter part of a name is as often another word. */
const MIN_NAME = 3;

/** Reads a patient for the flow: the chart's summary without the line that says who it is, each line to be quoted. */
export function createPatientReader({
  chart,
  clock,
  near,
}: {
  chart: Chart;
  clock: Clock;
  near: NearTexts;
}): ReadPatient {
  return async (principal, patientId, language, question) => {
    const parts = await chart.parts(principal, patientId);
    if (parts === null) return null;
    const now = new Date(clock()).toISOString();
    const summary = summariseChart(parts, { language, now });
    const { patient, problems, allergies, medications, text } = summary;
    const gender = GENDER_NAMES[patient.gender ?? '']?.[language];
    const names = patient.name.split(/\s+/u).filter((part) => part.length >= MIN_NAME);
    const withheld = [patient.name, ...patient.identifiers, ...names];
    // The first line names the patient, and stays behind.
    const [whose = '', ...lines] = text.split('\n');
    const charted = answerChartQuestion(question, parts, summary, { language, now, names: withheld });
    return {
      patient_id: patient.id,
      label: [patient.age, gender].filter(Boolean).join(', '),
      withheld,
      conditions: problems.map((problem) => problem.text),
      allergies: allergies.filter(({ states_none }) => !states_none).map((allergy) => allergy.text),
      medications: medications.map(({ text: drug, dosage }) =>
        dosage === null ? drug : `${drug} ${dosage}`,
      ),
      ...(patient.state === undefined ? {} : { state: patient.state }),
      passages: chartPassages(`chart-summary-${patient.id}`, lines, { language, at: now }),
      whose,
      gender: patient.gender,
      answer: await answerWithTexts(question, charted, { parts, language, now, near }),
    };
  };
}

/** A chart says of its own patient what no search could say better. */
const RELEVANCE = 0.8;

/** The lines of a chart, "heading: entries" each, as passages of one document: quoted whole, so that each says what it is. */
export function chartPassages(
  documentId: string,
  lines: readonly string[],
  { language, at }: { language: Language; at: string },
): RankedPassage[] {
  const document = {
    id: documentId,
    collection: 'chart',
    title: CHART_TITLE[language],
    language,
    source_type: 'chart',
    evidence_level: 'case_report',
    journal: CHART_TITLE[language],
    ...ownAt(at),
  } as const;
  let start = 0;
  return lines.map((text, i) => {
    const passage = { id: `${documentId}#${i}`, heading: text.split(':')[0] ?? '', text, start };
    start += text.length + 1;
    return citePassage(document, passage, RELEVANCE);
  });
}

/** Of what Galen itself puts down: now, and for nobody else. */
export function ownAt(at: string) {
  return { year: Number(at.slice(0, 4)), url: null, scope: 'private', created_at: at } as const;
}
