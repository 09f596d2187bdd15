export const API_NAMES = ['openfda', 'rxnorm', 'europepmc', 'pubmed', 'ctgov'] as const;
export type ApiName = (typeof API_NAMES)[number];

export interface OutsideApi {
  title: string;
  /** The only address that requests go below; null when it is switched off. */
  baseUrl: string | null;
  rate: { requests: number; perMs: number };
  freshMs: number;
  maxBytes: number;
  /** Sent as `api_key`; raises the service's own limits. */
  apiKey?: string | undefined;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const MIB = 1024 * 1024;

/**
 * Limits as the services publish them, per address, without a key: open.fda.gov/apis/authentication (240 a minute, 1,000 a
 * day), NBK25497 (3 a second), RxNav's terms of service (20 a second). ClinicalTrials.gov and Europe PMC publish none: one
 * a second, as ClinicalTrials.gov's robots.txt asks of crawlers, and five a second are Galen's own.
 */
export const OUTSIDE_APIS: Readonly<Record<ApiName, Omit<OutsideApi, 'apiKey'> & { baseUrl: string }>> = {
  openfda: {
    title: 'openFDA',
    baseUrl: 'https://api.fda.gov',
    rate: { requests: 240, perMs: MINUTE },
    freshMs: 24 * HOUR,
    maxBytes: 8 * MIB,
  },
  rxnorm: {
    title: 'RxNorm',
    baseUrl: 'https://rxnav.nlm.nih.gov/REST',
    rate: { requests: 20, perMs: SECOND },
    freshMs: 7 * 24 * HOUR,
    maxBytes: 8 * MIB,
  },
  europepmc: {
    title: 'Europe PMC',
    baseUrl: 'https://www.ebi.ac.uk/europepmc/webservices/rest',
    rate: { requests: 5, perMs: SECOND },
    freshMs: 6 * HOUR,
    maxBytes: 4 * MIB,
  },
  pubmed: {
    title: 'PubMed',
    baseUrl: 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils',
    rate: { requests: 3, perMs: SECOND },
    freshMs: 6 * HOUR,
    maxBytes: 4 * MIB,
  },
  ctgov: {
    title: 'ClinicalTrials.gov',
    baseUrl: 'https://clinicaltrials.gov/api/v2',
    rate: { requests: 1, perMs: SECOND },
    freshMs: 6 * HOUR,
    maxBytes: 8 * MIB,
  },
};
