import type { Migration } from '../migration.port.ts';
import { createRecords } from './0001-records.ts';
import { createIngestion } from './0003-ingestion.ts';
import { createMemories } from './0005-memories.ts';
import { createApprovals } from './0007-approvals.ts';
import { addConversationSubject } from './0009-conversation-subject.ts';

/** The records' own migrations, oldest first. */
export const recordMigrations: readonly Migration[] = [
  createRecords,
  createIngestion,
  createMemories,
  createApprovals,
  addConversationSubject,
];
