import type { FhirSettings } from '../../chart/adapters/open-chart.ts';
import type { Config } from '../config.ts';

/** Null: charts are kept in our own database. */
export function fhirSettings(config: Config): FhirSettings | null {
  if (config.GALEN_FHIR_URL === undefined) return null;
  return {
    url: config.GALEN_FHIR_URL,
    auth: config.GALEN_FHIR_AUTH,
    clientId: config.GALEN_FHIR_CLIENT_ID,
    apiKey: config.GALEN_FHIR_API_KEY,
    privateKeyFile: config.GALEN_FHIR_PRIVATE_KEY_FILE,
    keyId: config.GALEN_FHIR_KEY_ID,
    tokenUrl: config.GALEN_FHIR_TOKEN_URL,
    scope: config.GALEN_FHIR_SCOPE,
    tenantId: config.GALEN_FHIR_TENANT,
    timeoutMs: config.GALEN_FHIR_TIMEOUT_SECONDS * 1_000,
  };
}
