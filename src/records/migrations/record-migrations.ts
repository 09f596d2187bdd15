import type { Migration } from '../migration.port.ts';
import { createRecords } from './0001-records.ts';

/** The records' own migrations, oldest first. */
export const recordMigrations: readonly Migration[] = [createRecords];
