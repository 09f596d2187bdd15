import { ApprovalCard } from './approval-card.tsx';
import { useApprovalsOfRun } from './use-approvals.ts';

/** The writes that a turn proposes, beneath its answer. */
export function ApprovalsOfRun({ runId, onDecided }: { runId: string; onDecided: (runId: string) => void }) {
  const { value } = useApprovalsOfRun(runId);
  if (value === null || value.length === 0) return null;
  return (
    <div className="my-5 grid gap-4">
      {value.map((proposal) => (
        <ApprovalCard key={proposal.call_id} proposal={proposal} onDecided={() => onDecided(runId)} />
      ))}
    </div>
  );
}
