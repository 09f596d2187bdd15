import type { Migration } from '../../records/migration.port.ts';

export const chartMigrations: readonly Migration[] = [{ id: '0006-chart' }];
