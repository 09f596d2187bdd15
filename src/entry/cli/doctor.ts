import { printMermaid } from '../../engine/draw-flow.ts';
import type { IndexState } from '../../retrieval/passage-index.port.ts';
import { describeConfig } from '../config.ts';
import { DEMO_TENANT } from '../demo-principals.ts';
import { version } from '../version.ts';
import { type ChartReport, checkChart, describeChart } from './check-chart.ts';
import { EXIT } from './exit-codes.ts';
import { withGalen } from './with-galen.ts';

interface DoctorOptions {
  flows?: boolean;
  json?: boolean;
}

/** `galen doctor`: what is installed, what is set, and whether it works. */
export async function doctor(options: DoctorOptions): Promise<void> {
  await withGalen(async ({ config, database, gateway, passages, chart, flows }) => {
    if (options.flows) {
      for (const { flow } of flows) process.stdout.write(`${printMermaid(flow)}\n`);
      return;
    }
    await database.ping();
    const { settings, unknown } = describeConfig(config);
    const report = {
      galen: version(),
      node: process.version,
      database: database.kind,
      model: gateway.modelName,
      knowledge: await passages.count(DEMO_TENANT),
      index: await passages.state(),
      chart: await checkChart(chart),
      flows: flows.map(({ name }) => name),
      settings,
      unknown_settings: unknown,
    };
    if (options.json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    else printReport(report);
    // Told, and for whoever watches the exit code.
    if (report.chart.problem !== null || report.chart.missing.length > 0) process.exitCode = EXIT.unavailable;
  });
}

function printReport(report: {
  galen: string;
  node: string;
  database: string;
  model: string;
  knowledge: { documents: number; passages: number };
  index: IndexState;
  chart: ChartReport;
  flows: string[];
  settings: { name: string; value: string | null; meaning: string }[];
  unknown_settings: string[];
}): void {
  const { documents, passages } = report.knowledge;
  const lines = [
    `Galen ${report.galen} on Node ${report.node}`,
    `Database   ${report.database}, answers`,
    `Model      ${report.model === 'none' ? 'none: rule-based twins answer' : report.model}`,
    `Knowledge  ${documents} documents, ${passages} passages`,
    `Index      ${describeIndex(report.index)}`,
    `Chart      ${describeChart(report.chart)}`,
    `Flows      ${report.flows.join(', ')}`,
    '',
    'Settings',
    ...report.settings.map(
      ({ name, value, meaning }) => `  ${name.padEnd(28)} ${(value ?? '–').padEnd(12)} ${meaning}`,
    ),
  ];
  for (const name of report.unknown_settings) lines.push(`  ${name} is set but is no setting of Galen`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

function describeIndex({ engine, embedder, analyzer, vector_index, building }: IndexState): string {
  const next = building
    ? `; the next one is being built: ${building.done} of ${building.total} passages`
    : '';
  return `${engine}, embedder ${embedder}, analyzer ${analyzer}, vectors ${vector_index}${next}`;
}
