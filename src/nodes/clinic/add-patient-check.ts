import type { CheckForPatient } from '../../chart/write-to-chart.port.ts';
import type { Principal } from '../../domain/access.ts';
import { fillTemplate } from '../../domain/fill-template.ts';
import { type Bilingual, Language } from '../../domain/language.ts';
import { SEVERITY_WORDS } from '../../domain/severity.ts';
import { chartPassages } from './chart-passages.ts';
import type { CallReport, PatientSummary } from './clinic-state.ts';

const FOR_PATIENT: Bilingual = {
  en: '{drug} for this patient, {severity}: {message}',
  vi: '{drug} cho người bệnh này, {severity}: {message}',
};
const NOTHING: Bilingual = {
  en: '{drug} for this patient: the checks against allergies, active medication, kidney function, pregnancy and age in the chart found nothing. That is not proof that it is safe.',
  vi: '{drug} cho người bệnh này: kiểm tra theo dị ứng, thuốc đang dùng, chức năng thận, thai kỳ và tuổi trong bệnh án không thấy gì. Điều đó không chứng minh là an toàn.',
};

/** Puts before what a label says of a drug what this patient's chart says of it: the same checks that an order would meet. */
export async function addPatientCheck(
  report: CallReport,
  checkForPatient: CheckForPatient,
  { principal, patient, at }: { principal: Principal; patient: PatientSummary; at: string },
): Promise<CallReport> {
  const { drug, topics, language: asked } = report.call.args;
  const language = Language.catch('en').parse(asked);
  if (typeof drug !== 'string' || drug === '') return report;
  const findings = await checkForPatient(principal, patient.patient_id, drug, language);
  if (findings === null) return report;
  const told = findings.map(({ severity, message }) =>
    fillTemplate(FOR_PATIENT[language], { drug, severity: SEVERITY_WORDS[severity][language], message }),
  );
  const lines = told.length > 0 ? told : [fillTemplate(NOTHING[language], { drug })];
  // What the tables say of any patient has been weighed for this one, unless it is what was asked.
  const others =
    topics === undefined
      ? report.passages.filter(({ document }) => document.source_type !== 'drug_table')
      : report.passages;
  const passages = chartPassages(`check-${report.call.call_id}`, lines, { language, at });
  const isAnswered = report.status === 'ok';
  return {
    ...report,
    // What the chart says is an answer, though the label could not be read.
    ...(isAnswered ? {} : { status: 'ok', unchecked: report.message }),
    passages: [...passages, ...others],
  };
}
