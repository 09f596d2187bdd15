import type { Chart } from '../../chart/chart.port.ts';
import { GalenError } from '../../domain/errors.ts';

export interface ChartReport {
  server: string | null;
  fhir_version: string | null;
  /** What Galen needs and the server does not promise. */
  missing: string[];
  /** Why nothing could be found out. */
  problem: string | null;
}

/** Whether the chart answers, and what it lacks. A chart that is away is a finding, not a failure of the doctor. */
export async function checkChart(chart: Chart): Promise<ChartReport> {
  try {
    const { server, fhirVersion, missing } = await chart.capability();
    return { server, fhir_version: fhirVersion, missing, problem: null };
  } catch (error) {
    if (!(error instanceof GalenError)) throw error;
    return { server: null, fhir_version: null, missing: [], problem: error.message };
  }
}

/** The report as one line. */
export function describeChart({ server, fhir_version, missing, problem }: ChartReport): string {
  if (problem !== null) return problem;
  const where = `${server}, FHIR ${fhir_version}`;
  return missing.length === 0 ? where : `${where}; lacks ${missing.join('; ')}`;
}
