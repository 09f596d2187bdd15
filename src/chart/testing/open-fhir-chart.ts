import { randomUUID } from 'node:crypto';
import { createFhirChart } from '../adapters/fhir-chart.ts';
import { createFhirConnection } from '../adapters/fhir-connection.ts';
import { createFhirTokens, type FhirAuth } from '../adapters/fhir-token.ts';

export const FHIR_TENANT = 'fhir-tenant';

/** A chart on a FHIR server as compose makes it; `pauses` are the waits it made, which take no time here. */
export function openFhirChart(
  url: string,
  options: { auth?: FhirAuth; tokenUrl?: string; timeoutMs?: number; clock?: () => number } = {},
) {
  const { auth = { kind: 'none' }, tokenUrl = null, timeoutMs = 5_000, clock = Date.now } = options;
  const pauses: number[] = [];
  const tokens = createFhirTokens({ auth, tokenUrl, fhirUrl: url, timeoutMs, clock, newId: randomUUID });
  const connection = createFhirConnection({
    url,
    tokens,
    timeoutMs,
    clock,
    sleep: async (milliseconds) => void pauses.push(milliseconds),
  });
  return { chart: createFhirChart({ connection, server: url, tenantId: FHIR_TENANT }), pauses };
}
