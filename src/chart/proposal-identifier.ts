import type { Identifier } from '@medplum/fhirtypes';
import type { ChartResource } from './chart.port.ts';

/** Under this system a resource carries the id of the proposal that it was written for. */
export const PROPOSAL_SYSTEM = 'https://galen.example/proposal';

/** The resource with the proposal among its identifiers. */
export function withProposal<Resource extends ChartResource>(resource: Resource, proposal: string): Resource {
  const others = (resource.identifier ?? []).filter(({ system }: Identifier) => system !== PROPOSAL_SYSTEM);
  return { ...resource, identifier: [...others, { system: PROPOSAL_SYSTEM, value: proposal }] };
}
