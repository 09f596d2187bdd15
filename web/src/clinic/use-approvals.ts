import { useEffect } from 'react';
import type { Proposal } from '../../../src/domain/approval.ts';
import { ApiError, api } from '../api/client.ts';
import { useChanges } from '../conversation/conversation-changes.ts';
import { type Loaded, useLoad } from '../shell/use-load.ts';

const LOOK_EVERY_MS = 15_000;

/** What waits for a decision; looked at again on every change here or in another tab, and now and then. */
export function useApprovals(): Loaded<Proposal[]> {
  const changes = useChanges();
  const loaded = useLoad('approvals', (signal) => pending('/v1/approvals', signal), changes);
  useLooking(loaded.reload, true);
  return loaded;
}

/** What a turn proposed, decided or not; looked at now and then while someone elsewhere may still decide. Nothing of no turn. */
export function useApprovalsOfRun(runId: string | null): Loaded<Proposal[]> {
  const changes = useChanges();
  const loaded = useLoad(
    `approvals of ${runId}`,
    async (signal) => (runId === null ? [] : pending(`/v1/runs/${runId}/approvals`, signal)),
    changes,
  );
  useLooking(loaded.reload, (loaded.value ?? []).some(isOpen));
  return loaded;
}

/** Whether more may come of it: a yes is written a moment later. */
function isOpen({ state }: Pick<Proposal, 'state'>): boolean {
  return state === 'pending' || state === 'approved';
}

function useLooking(reload: () => void, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [reload, isWanted]);
}

/** Nothing where there are no charts, or none for this person. */
async function pending(path: string, signal: AbortSignal): Promise<Proposal[]> {
  try {
    return (await api<{ proposals: Proposal[] }>(path, { signal })).proposals;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return [];
    throw error;
  }
}
