import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { GalenError } from '../../domain/errors.ts';
import type { Clock, IdSource } from '../../domain/run-context.ts';
import type { Chart } from '../chart.port.ts';
import { createFhirChart } from './fhir-chart.ts';
import { createFhirConnection } from './fhir-connection.ts';
import { createFhirTokens, type FhirAuth } from './fhir-token.ts';

export interface FhirSettings {
  url: string;
  auth: FhirAuth['kind'];
  clientId: string | undefined;
  /** The bearer token, or the client's secret. */
  apiKey: string | undefined;
  privateKeyFile: string | undefined;
  keyId: string | undefined;
  tokenUrl: string | undefined;
  scope: string | undefined;
  tenantId: string;
  timeoutMs: number;
}

/** The chart on the FHIR server of the settings. Asks nothing of it yet: it may be away when Galen starts. */
export async function openFhirChart(
  settings: FhirSettings,
  { clock, newId }: { clock: Clock; newId: IdSource },
): Promise<Chart> {
  const address = new URL(settings.url);
  if (address.username !== '' || address.password !== '') {
    throw invalid('GALEN_FHIR_URL: leave credentials out; see GALEN_FHIR_AUTH');
  }
  const url = settings.url.replace(/\/+$/u, '');
  const { tenantId, timeoutMs, tokenUrl = null } = settings;
  const auth = await readAuth(settings);
  const tokens = createFhirTokens({ auth, tokenUrl, fhirUrl: url, timeoutMs, clock, newId });
  const connection = createFhirConnection({
    url,
    tokens,
    timeoutMs,
    clock,
    sleep: (milliseconds) => sleep(milliseconds),
  });
  return createFhirChart({ connection, server: `${address.origin}${address.pathname}`, tenantId });
}

async function readAuth(settings: FhirSettings): Promise<FhirAuth> {
  const { auth, clientId, apiKey, privateKeyFile, keyId, scope } = settings;
  switch (auth) {
    case 'none':
      return { kind: 'none' };
    case 'bearer':
      return { kind: 'bearer', token: needed(apiKey, 'GALEN_FHIR_API_KEY') };
    case 'client-credentials':
      return {
        kind: 'client-credentials',
        clientId: needed(clientId, 'GALEN_FHIR_CLIENT_ID'),
        clientSecret: needed(apiKey, 'GALEN_FHIR_API_KEY'),
        scope,
      };
    case 'private-key-jwt':
      return {
        kind: 'private-key-jwt',
        clientId: needed(clientId, 'GALEN_FHIR_CLIENT_ID'),
        privateKey: await readKey(needed(privateKeyFile, 'GALEN_FHIR_PRIVATE_KEY_FILE')),
        keyId,
        scope,
      };
  }

  function needed(value: string | undefined, name: string): string {
    if (value === undefined) throw invalid(`${name}: needed for GALEN_FHIR_AUTH=${auth}`);
    return value;
  }
}

async function readKey(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw invalid('GALEN_FHIR_PRIVATE_KEY_FILE: cannot be read', cause);
  }
}

function invalid(problem: string, cause?: unknown): GalenError {
  return new GalenError('CONFIG_INVALID', { problem }, { cause });
}
