import type { Chart } from '../../chart/chart.port.ts';
import { GalenError } from '../../domain/errors.ts';
import type { FeedbackCounts } from '../../domain/run-record.ts';
import { printMermaid } from '../../engine/draw-flow.ts';
import type { IndexState } from '../../retrieval/passage-index.port.ts';
import { DEMO_TENANT, demoPrincipal } from '../auth/demo-principals.ts';
import { describeConfig, version } from '../config.ts';
import { EXIT, withGalen } from './command.ts';

interface DoctorOptions {
  flows?: boolean;
  json?: boolean;
}

/** `galen doctor`: what is installed, what is set, and whether it works. */
export async function doctor(options: DoctorOptions): Promise<void> {
  await withGalen(async ({ config, database, gateway, passages, chart, flows, feedbacks }) => {
    if (options.flows) {
      for (const { flow } of flows) process.stdout.write(`${printMermaid(flow)}\n`);
      return;
    }
    await database.ping();
    const { settings, unknown: unknown_settings } = describeConfig(config);
    const knowledge = await passages.count(DEMO_TENANT);
    const report = {
      galen: version(),
      node: process.version,
      database: database.kind,
      model: gateway.modelName,
      knowledge,
      index: await passages.state(),
      chart: await checkChart(chart, config.GALEN_FHIR_TENANT),
      flows: flows.map(({ name }) => name),
      feedback: await feedbacks.count(DEMO_TENANT),
      settings,
      unknown_settings,
    };
    const lines = [
      `Galen ${report.galen} on Node ${report.node}`,
      `Database   ${report.database}, answers`,
      `Model      ${report.model === 'none' ? 'none: rule-based twins answer' : report.model}`,
      `Knowledge  ${knowledge.documents} documents, ${knowledge.passages} passages`,
      `Index      ${describeIndex(report.index)}`,
      `Chart      ${describeChart(report.chart)}`,
      `Flows      ${report.flows.join(', ')}`,
      `Feedback   ${describeFeedback(report.feedback)}`,
      '',
      'Settings',
      ...settings.map(
        ({ name, value, meaning }) => `  ${name.padEnd(28)} ${(value ?? '–').padEnd(12)} ${meaning}`,
      ),
      ...unknown_settings.map((name) => `  ${name} is set but is no setting of Galen`),
    ];
    process.stdout.write(`${options.json ? JSON.stringify(report, null, 2) : lines.join('\n')}\n`);
    // Printed above, and visible in the exit code for scripts.
    if (report.chart.problem !== null || report.chart.missing.length > 0) process.exitCode = EXIT.unavailable;
  });
}

/** How many answers were found helpful, and why the others were not. */
export function describeFeedback({ up, down, reasons }: FeedbackCounts): string {
  if (up + down === 0) return 'none yet';
  const why = Object.entries(reasons).map(([reason, count]) => `${reason} ${count}`);
  return `${up} helpful, ${down} not${why.length === 0 ? '' : ` (${why.join(', ')})`}`;
}

function describeIndex({ engine, embedder, analyzer, vector_index, building }: IndexState): string {
  const next = building
    ? `; the next one is being built: ${building.done} of ${building.total} passages`
    : '';
  return `${engine}, embedder ${embedder}, analyzer ${analyzer}, vectors ${vector_index}${next}`;
}

type ChartReport = Awaited<ReturnType<typeof checkChart>>;

/**
 * Whether the chart answers, what it lacks, and whether it lets Galen read: a server tells anyone what it can do. A chart that
 * is away is a finding, not a failure of the doctor.
 */
export async function checkChart(chart: Chart, tenantId = DEMO_TENANT) {
  const reader = { ...demoPrincipal('clinician'), tenant_id: tenantId };
  const told = { server: null, fhir_version: null, missing: [], problem: null };
  try {
    const { server, fhirVersion, missing } = await chart.capability();
    const said = { ...told, server, fhir_version: fhirVersion, missing };
    const problem = await chart.searchPatients(reader, { limit: 1 }).then(() => null, problemOf);
    return { ...said, problem: problem === null ? null : `${server}: reading patients failed: ${problem}` };
  } catch (error) {
    return { ...told, problem: problemOf(error) };
  }
}

function problemOf(error: unknown): string {
  if (!(error instanceof GalenError)) throw error;
  return error.message;
}

/** The report as one line. */
export function describeChart({ server, fhir_version, missing, problem }: ChartReport): string {
  const where = problem ?? `${server}, FHIR ${fhir_version}`;
  return missing.length === 0 ? where : `${where}; lacks ${missing.join('; ')}`;
}

/** `galen audit verify`: every tenant's chain, and the first entry that does not fit. */
export async function verifyAudit({ json, resume }: { json?: boolean; resume?: boolean }): Promise<void> {
  await withGalen(async ({ audit }) => {
    const verdicts = [];
    for (const tenant of await audit.tenants()) verdicts.push(await audit.verify(tenant, { resume }));
    if (json) process.stdout.write(`${JSON.stringify(verdicts, null, 2)}\n`);
    else if (verdicts.length === 0) process.stdout.write('The audit log is empty.\n');
    else {
      for (const { tenant_id, entries, head, from_seq, first_problem } of verdicts) {
        const verdict = first_problem
          ? `BROKEN at entry ${first_problem.seq} (${first_problem.kind}): ${first_problem.explanation}`
          : `${entries} entries, intact${from_seq > 1 ? ` from ${from_seq} on` : ''}. Head: ${head}`;
        process.stdout.write(`${tenant_id}: ${verdict}\n`);
      }
    }
    if (verdicts.some(({ first_problem }) => first_problem !== null)) process.exitCode = EXIT.auditBroken;
  });
}
