import type { Transaction } from 'kysely';

/** One step forward. There is no way back but the backup made before it. */
export interface Migration {
  /** Like `0001-records`; never changed once released. */
  id: string;
  /** For what SQL alone cannot say; without it the statements of `data/migrations/<id>.sql` are the migration. */
  up?(transaction: Transaction<unknown>): Promise<void>;
}
