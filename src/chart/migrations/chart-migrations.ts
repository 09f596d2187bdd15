import type { Migration } from '../../records/migration.port.ts';
import { createChart } from './0006-chart.ts';

/** The chart's own migrations, oldest first. */
export const chartMigrations: readonly Migration[] = [createChart];
