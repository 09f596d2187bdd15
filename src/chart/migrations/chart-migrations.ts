import type { Migration } from '../../records/migration.port.ts';
import { createChart } from './0006-chart.ts';

export const chartMigrations: readonly Migration[] = [createChart];
