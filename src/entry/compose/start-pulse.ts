import type { OpenDatabase } from '../../records/database/open-database.ts';
import type { RunRecords } from '../../records/run-records.port.ts';
import type { ApprovalDesk } from '../approvals/create-approval-desk.ts';
import type { Log } from '../log.ts';

const HEARTBEAT_MS = 10_000;

/** Says that this process lives, and looks for turns of processes that do not. */
export function startPulse(
  records: RunRecords,
  desk: ApprovalDesk,
  database: OpenDatabase,
  log: Log,
): NodeJS.Timeout {
  const beat = async () => {
    await records.heartbeat();
    if (database.kind === 'attached') return;
    await records.recover({ soleOwner: false });
    await desk.look();
  };
  const pulse = setInterval(() => {
    beat().catch((error) => log.warn({ err: error }, 'the heartbeat could not be stored'));
  }, HEARTBEAT_MS);
  return pulse.unref();
}
