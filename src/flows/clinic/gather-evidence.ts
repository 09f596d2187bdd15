import { z } from 'zod';
import { CHART_CHANGED_SINCE, FURTHER_FINDINGS, PROPOSAL_STATES } from '../../../texts/clinic.ts';
import { SEVERITY_WORDS } from '../../../texts/safety.ts';
import { needsReason, type Proposal } from '../../domain/approval.ts';
import { ChartSummary } from '../../domain/chart-summary.ts';
import type { Language } from '../../domain/language.ts';
import { fillTemplate } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { once, readCues } from '../../language/read-lexicon.ts';
import { citePassage } from '../../tools/make-citable.ts';
import type { CallReport, ClinicalContext, EvidenceSection, PatientSummary } from './clinic-state.ts';
import { chartPassages, ownAt } from './read-patient.ts';
import { foldForCues } from './request/request-cues.ts';

const MAX_PASSAGES = 30;

interface Gathered {
  evidence: RankedPassage[];
  sections: EvidenceSection[];
}

/** All that an answer may rest on, in the order it was found: the chart, what tools said, and what could not be done. */
export function gatherEvidence(from: {
  question: string;
  language: Language;
  at: string;
  patient: PatientSummary | null;
  reports: readonly CallReport[];
  proposals: readonly Proposal[];
}): Gathered {
  const { question, language, at, patient, reports, proposals } = from;
  const evidence: RankedPassage[] = [];
  const sections: EvidenceSection[] = [];
  const known = new Set<string>();
  const about = [question, patient?.label ?? '', ...(patient?.conditions ?? [])].join(' ');
  const readChart = reports.some(
    ({ call, passages }) => call.tool === 'get_patient_chart' && passages.length > 0,
  );
  if (patient && !readChart) add('chart', question, patient.passages);
  for (const report of reports) {
    const isChart = report.call.tool === 'get_patient_chart';
    const fitting = isChart
      ? ofChart(report)
      : report.passages.filter((passage) => fitsPatient(passage, about));
    add(isChart ? 'chart' : 'tool', isChart ? question : report.call.query || question, fitting);
    // Whoever was found is named by the chart that was then read.
    if (report.status === 'ok' && report.call.tool === 'search_patient' && readChart) continue;
    const kind = report.status === 'ok' ? 'verdict' : 'notice';
    tell(kind, `call-${report.call.call_id}`, report.call.tool, describeReport(report, language));
    tell('notice', `unchecked-${report.call.call_id}`, report.call.tool, report.unchecked?.[language] ?? '');
  }
  for (const proposal of proposals)
    tell('notice', `proposal-${proposal.call_id}`, proposal.tool, describeProposal(proposal, language));
  return { evidence, sections };

  function ofChart(report: CallReport): RankedPassage[] {
    const lines = linesOfChart(report);
    return lines === null
      ? report.passages
      : chartPassages(`chart-${report.call.call_id}`, lines, { language, at });
  }

  function add(kind: EvidenceSection['kind'], query: string, passages: readonly RankedPassage[]): void {
    const fresh = passages.filter(({ id }) => !known.has(id)).slice(0, MAX_PASSAGES - evidence.length);
    if (fresh.length === 0) return;
    for (const { id } of fresh) known.add(id);
    sections.push({ kind, query, from: evidence.length, to: evidence.length + fresh.length });
    evidence.push(...fresh);
  }

  function tell(kind: 'verdict' | 'notice', id: string, tool: string, text: string): void {
    if (text === '') return;
    // What could not be done is told however much was found.
    const notice = makeNotice({ kind, id, title: tool, text, language, at });
    sections.push({ kind, query: '', from: evidence.length, to: evidence.length + 1 });
    evidence.push(notice);
  }
}

/** People whom a document is about by its title, and words by which a request or a chart is about them too. */
const patientGroups = once(() => {
  const cues = readCues('language/patient-groups', ['group', 'said']);
  const asked = cues.filter(({ keys }) => keys[1] === 'asked');
  return cues.flatMap(({ keys: [group, said], cue }) => {
    const spoken = asked.find(({ keys }) => keys[0] === group);
    return said === 'title' && spoken
      ? [{ title: new RegExp(cue, 'u'), asked: new RegExp(spoken.cue, 'u') }]
      : [];
  });
});

/** False for a document about people of whom neither the request nor the chart speaks: it says nothing for this patient. */
export function fitsPatient({ document }: RankedPassage, about: string): boolean {
  const title = foldForCues(document.title);
  const asked = foldForCues(about);
  return patientGroups().every((group) => !group.title.test(title) || group.asked.test(asked));
}

const FoundPatients = z.object({ patients: z.array(ChartSummary.shape.patient.omit({ age: true })) });
type FoundPatient = z.infer<typeof FoundPatients>['patients'][number];

const ReadChart = z.object({
  patient: z.object({ name: z.string() }),
  sections: z.array(z.object({ heading: z.string(), text: z.string() })),
});

const Impression = z.object({ description: z.string(), model: z.string() });

/** Tools whose verdict in words belongs to the answer even when they found what they looked for. */
const TELLS_VERDICT: ReadonlySet<string> = new Set(['check_drug_interactions']);

export function patientsFound({ call, output }: CallReport): FoundPatient[] {
  if (call.tool !== 'search_patient') return [];
  const parsed = FoundPatients.safeParse(output);
  return parsed.success ? parsed.data.patients : [];
}

export function patientLine({ name, birth_date, gender, identifiers }: FoundPatient): string {
  return [name, gender, birth_date, ...identifiers].filter((part) => part !== null && part !== '').join(', ');
}

/** The lines of a chart that was read, the first with the patient's name; null where it was no chart, or of another form. */
function linesOfChart({ call, output }: CallReport): string[] | null {
  const parsed = call.tool === 'get_patient_chart' ? ReadChart.safeParse(output) : null;
  if (!parsed?.success) return null;
  const { patient, sections } = parsed.data;
  return sections.map(({ heading, text }, i) => `${heading}: ${i === 0 ? `${patient.name}, ${text}` : text}`);
}

/** What an answer has to tell of a call besides what can be quoted; empty where that says it all. */
function describeReport(report: CallReport, language: Language): string {
  const { call, status, message, output } = report;
  if (status !== 'ok' || TELLS_VERDICT.has(call.tool)) return message[language];
  const patients = patientsFound(report);
  if (patients.length > 0) return patients.map(patientLine).join('\n');
  const impression = call.tool === 'analyze_medical_image' ? Impression.safeParse(output) : null;
  if (impression?.success) return `${message[language]}\n${impression.data.description}`;
  return report.passages.length === 0 ? message[language] : '';
}

/** Names and numbers of everyone the run has met: the open patient, and those that a search found. */
export function withheldFrom({ patient }: ClinicalContext, reports: readonly CallReport[]): string[] {
  const found = reports.flatMap(patientsFound).flatMap(({ name, identifiers }) => [name, ...identifiers]);
  return [...new Set([...(patient?.withheld ?? []), ...found])];
}

/** A write that waits, with what is severe against it, and how much else there is to read before a yes. */
export function describeWaiting({ summary, findings }: Proposal, language: Language): string {
  const severe = findings.filter(needsReason);
  const count = findings.length - severe.length;
  return [
    `- ${summary}`,
    ...severe.map(({ severity, message }) => `  - ${SEVERITY_WORDS[severity][language]}: ${message}`),
    ...(count > 0 ? [fillTemplate(FURTHER_FINDINGS[language], { count })] : []),
  ].join('\n');
}

function describeProposal({ state, summary, result }: Proposal, language: Language): string {
  const template =
    state === 'failed' && result === 'CHART_CHANGED' ? CHART_CHANGED_SINCE : PROPOSAL_STATES[state];
  return fillTemplate(template[language], { summary });
}

/** A verdict answers what was asked; a notice only says why nothing does, and makes for little confidence. */
const RELEVANCE = { verdict: 0.8, notice: 0.4 };

/** What became of a call, as a passage: an answer that tells it cites it like anything else. */
export function makeNotice(notice: {
  kind: 'verdict' | 'notice';
  id: string;
  title: string;
  text: string;
  language: Language;
  /** ISO 8601. */
  at: string;
}): RankedPassage {
  const { kind, id, title, text, language, at } = notice;
  const document = {
    id,
    title,
    language,
    source_type: 'tool_report',
    evidence_level: 'expert_opinion',
    journal: 'Galen',
    ...ownAt(at),
  } as const;
  return citePassage(document, { id: `${id}#0`, heading: '', text, start: 0 }, RELEVANCE[kind]);
}
