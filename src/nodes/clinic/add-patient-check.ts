import type { CheckForPatient } from '../../chart/write-to-chart.port.ts';
import type { Principal } from '../../domain/access.ts';
import { fillTemplate } from '../../domain/fill-template.ts';
import { type Bilingual, Language } from '../../domain/language.ts';
import { chartPassages } from './chart-passages.ts';
import type { CallReport, PatientSummary } from './clinic-state.ts';
import { SEVERITIES } from './describe-proposal.ts';

const FOR_PATIENT: Bilingual = {
  en: '{drug} for this patient, {severity}: {message}',
  vi: '{drug} cho người bệnh này, {severity}: {message}',
};

/** Puts before what a label says of a drug what this patient's chart says of it: the same checks that an order would meet. */
export async function addPatientCheck(
  report: CallReport,
  checkForPatient: CheckForPatient,
  { principal, patient, at }: { principal: Principal; patient: PatientSummary; at: string },
): Promise<CallReport> {
  const { drug, language: asked } = report.call.args;
  const language = Language.catch('en').parse(asked);
  if (typeof drug !== 'string' || drug === '') return report;
  const findings = await checkForPatient(principal, patient.patient_id, drug, language);
  if (findings === null || findings.length === 0) return report;
  const lines = findings.map(({ severity, message }) =>
    fillTemplate(FOR_PATIENT[language], { drug, severity: SEVERITIES[severity][language], message }),
  );
  const passages = chartPassages(`check-${report.call.call_id}`, lines, { language, at });
  const isAnswered = report.status === 'ok';
  return {
    ...report,
    // What the chart says is an answer, though the label could not be read.
    ...(isAnswered ? {} : { status: 'ok', unchecked: report.message }),
    passages: [...passages, ...report.passages],
  };
}
