import { z } from 'zod';
import type { WriteToChart } from '../../../chart/create-writer.ts';
import type { Proposal, ProposalState } from '../../../domain/approval.ts';
import { GalenError } from '../../../domain/errors.ts';
import { definePause } from '../../../engine/define-node.ts';
import type { Approvals } from '../../../records/approvals.port.ts';
import { reading } from '../clinic-state.ts';

/** What a waiting run is told once people have decided on all it proposed; what they decided is on record. */
export const DECIDED = 'decided';

const MAY_BE_WRITTEN: ReadonlySet<ProposalState> = new Set(['approved', 'executed']);

/** Waits until people have decided on every proposed write, then does what they approved. */
export function awaitApproval({
  approvals,
  writeToChart,
}: {
  approvals: Approvals;
  writeToChart: WriteToChart;
}) {
  return definePause({
    step: 'approve',
    reads: reading('principal', 'proposals'),
    answer: z.literal(DECIDED),
    outcomes: ['settled'],

    ask: ({ proposals }) => proposals.map(({ call_id, args_hash }) => ({ call_id, args_hash })),

    async run({ principal }, _, { runId, emit }) {
      const decided = await approvals.ofRun(principal.tenant_id, runId);
      if (decided.some(({ state }) => state === 'pending')) throw new GalenError('RUN_NOT_WAITING');
      for (const proposal of decided) {
        if (proposal.state !== 'approved') continue;
        const end = await writeOnce(proposal);
        await approvals.settle(proposal, end);
      }
      const proposals = await approvals.ofRun(principal.tenant_id, runId);
      for (const proposal of proposals) emit({ type: 'approval', data: proposal });
      return { outcome: 'settled' as const, writes: { proposals } };

      async function writeOnce(proposal: Proposal) {
        try {
          const alongside = decided.filter((other) => other !== proposal && MAY_BE_WRITTEN.has(other.state));
          const result = await writeToChart(principal, proposal, alongside);
          return { state: 'executed' as const, result };
        } catch (error) {
          // A server that is away may have written it: asked again later, it tells. One that refuses has not.
          if (!(error instanceof GalenError)) throw new GalenError('CHART_UNAVAILABLE', {}, { cause: error });
          if (error.retryable) throw error;
          return { state: 'failed' as const, result: error.code };
        }
      }
    },
  });
}
