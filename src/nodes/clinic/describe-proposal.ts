import type { Proposal, ProposalState } from '../../domain/approval.ts';
import { fillTemplate } from '../../domain/fill-template.ts';
import type { Bilingual, Language } from '../../domain/language.ts';

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

/** What became of a proposed write, in a line. */
export function describeProposal({ state, summary }: Proposal, language: Language): string {
  return fillTemplate(STATES[state][language], { summary });
}
