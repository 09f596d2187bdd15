import { API_NAMES, type ApiName, OUTSIDE_APIS, type OutsideApi } from '../../tools/http/outside-apis.ts';
import type { Config } from '../config.ts';

/** With a key of its own NCBI allows ten a second (NBK25497). */
const NCBI_RATE_WITH_KEY = { requests: 10, perMs: 1_000 };

/** The services outside as the settings leave them: all off unless they are switched on, each one off by itself. */
export function outsideApisOf(config: Config): Record<ApiName, OutsideApi> {
  const urls: Record<ApiName, string> = {
    openfda: config.GALEN_OPENFDA_URL,
    rxnorm: config.GALEN_RXNORM_URL,
    europepmc: config.GALEN_EUROPEPMC_URL,
    pubmed: config.GALEN_PUBMED_URL,
    ctgov: config.GALEN_CTGOV_URL,
  };
  const keys: Partial<Record<ApiName, string | undefined>> = {
    openfda: config.GALEN_OPENFDA_API_KEY,
    pubmed: config.GALEN_NCBI_API_KEY,
  };
  const apiOf = (name: ApiName): OutsideApi => ({
    ...OUTSIDE_APIS[name],
    baseUrl: config.GALEN_OUTSIDE_APIS === 'off' || urls[name] === 'off' ? null : urls[name],
    apiKey: keys[name],
    ...(name === 'pubmed' && keys.pubmed !== undefined ? { rate: NCBI_RATE_WITH_KEY } : {}),
  });
  // The names are all there are.
  return Object.fromEntries(API_NAMES.map((name) => [name, apiOf(name)])) as Record<ApiName, OutsideApi>;
}
