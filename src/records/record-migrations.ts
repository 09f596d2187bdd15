import type { Migration } from './migration.port.ts';

/** The records' own migrations, oldest first. */
export const recordMigrations: readonly Migration[] = [
  { id: '0001-records' },
  { id: '0003-ingestion' },
  { id: '0005-memories' },
  { id: '0007-approvals' },
  { id: '0009-conversation-subject' },
  { id: '0011-feedback' },
  { id: '0013-audit-runs' },
  { id: '0015-settled-proposals' },
  { id: '0016-api-keys' },
];
