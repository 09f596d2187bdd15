import { needsReason, type Proposal, type ProposalState } from '../../domain/approval.ts';
import { fillTemplate } from '../../domain/fill-template.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import { SEVERITY_WORDS } from '../../domain/severity.ts';

const STATES: Readonly<Record<ProposalState, Bilingual>> = {
  pending: {
    en: 'Waits for approval, nothing was written: {summary}',
    vi: 'Chờ phê duyệt, chưa ghi gì: {summary}',
  },
  approved: { en: 'Approved, not yet written: {summary}', vi: 'Đã duyệt, chưa ghi: {summary}' },
  executed: {
    en: 'Approved and written to the chart: {summary}',
    vi: 'Đã duyệt và ghi vào bệnh án: {summary}',
  },
  rejected: { en: 'Rejected, nothing was written: {summary}', vi: 'Bị từ chối, chưa ghi gì: {summary}' },
  expired: { en: 'Expired, nothing was written: {summary}', vi: 'Đã hết hạn, chưa ghi gì: {summary}' },
  failed: {
    en: 'Approved, but the chart did not take it: {summary}',
    vi: 'Đã duyệt nhưng bệnh án không nhận: {summary}',
  },
};

const CHANGED: Bilingual = {
  en: 'Approved, but not written: the chart has changed since, and something severe now speaks against it. Ask for it again to see what: {summary}',
  vi: 'Đã duyệt nhưng chưa ghi: bệnh án đã thay đổi và nay có điều nghiêm trọng chống lại việc này. Hãy yêu cầu lại để xem: {summary}',
};

const FURTHER: Bilingual = { en: '  - further findings: {count}', vi: '  - phát hiện khác: {count}' };

/** A write that waits, with what is severe against it, and how much else there is to read before a yes. */
export function describeWaiting({ summary, findings }: Proposal, language: Language): string {
  const severe = findings.filter(needsReason);
  const count = findings.length - severe.length;
  return [
    `- ${summary}`,
    ...severe.map(({ severity, message }) => `  - ${SEVERITY_WORDS[severity][language]}: ${message}`),
    ...(count > 0 ? [fillTemplate(FURTHER[language], { count })] : []),
  ].join('\n');
}

/** What became of a proposed write, in a line. */
export function describeProposal({ state, summary, result }: Proposal, language: Language): string {
  const template = state === 'failed' && result === 'CHART_CHANGED' ? CHANGED : STATES[state];
  return fillTemplate(template[language], { summary });
}
