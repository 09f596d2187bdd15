import { z } from 'zod';
import type { Proposal } from '../../domain/approval.ts';
import type { Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { chartPassages } from './chart-passages.ts';
import type { CallReport, PatientSummary } from './clinic-state.ts';
import { describeProposal } from './describe-proposal.ts';
import { describeReport, linesOfChart } from './describe-report.ts';
import { fitsPatient } from './fits-patient.ts';
import { makeNotice } from './make-notice.ts';

/** A stretch of the evidence with one origin: places `from` up to, and without, `to`. */
export const EvidenceSection = z.object({
  /** A verdict is a call's own summing-up; a notice, what could not be done or what became of a write. */
  kind: z.enum(['chart', 'tool', 'verdict', 'notice']),
  query: z.string(),
  from: z.number().int(),
  to: z.number().int(),
});
export type EvidenceSection = z.infer<typeof EvidenceSection>;

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
