import type { Asker, FlowName } from '../../../src/domain/ask.ts';

/** The ways of answering that fit the asker: charts are for who may use them, the desk for those who work here. */
export function offeredFlows({ flows, may_use_charts, principal: { audience, role } }: Asker): FlowName[] {
  const worksHere = ['staff', 'clinician', 'admin'].includes(audience) || role === 'owner';
  return flows.filter((flow) => (flow === 'clinic' ? may_use_charts : flow === 'desk' ? worksHere : true));
}
