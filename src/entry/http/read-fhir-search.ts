import type { ChartResourceType, ChartSearch } from '../../chart/chart.port.ts';
import { GalenError } from '../../domain/errors.ts';

const DEFAULT_COUNT = 20;
const MAX_COUNT = 100;
const MAX_OFFSET = 10_000;
/** Parameters that change nothing here: there is one format, and the total is always given. */
const WITHOUT_EFFECT = ['_format', '_pretty', '_total'];

/** A FHIR search from an address. Which parameters a type has is the chart's to know. */
export function readFhirSearch(resourceType: ChartResourceType, query: URLSearchParams): ChartSearch {
  const parameters = [...query].filter(
    ([name]) => name !== '_count' && name !== '_offset' && !WITHOUT_EFFECT.includes(name),
  );
  return {
    resourceType,
    parameters,
    count: Math.min(wholeNumber(query, '_count', DEFAULT_COUNT, 1), MAX_COUNT),
    offset: wholeNumber(query, '_offset', 0, 0),
  };
}

function wholeNumber(query: URLSearchParams, name: string, otherwise: number, minimum: number): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  const value = /^\d{1,6}$/u.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= MAX_OFFSET) return value;
  throw new GalenError('BAD_REQUEST', { problem: `${name}: expected ${minimum} to ${MAX_OFFSET}` });
}
