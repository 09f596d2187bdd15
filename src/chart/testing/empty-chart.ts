import type { ChartParts } from '../chart.port.ts';
import { samplePatient } from './sample-resources.ts';

/** The chart of patient p1, with nothing recorded in it. */
export function emptyChart(): ChartParts {
  return {
    patient: { ...samplePatient(), id: 'p1' },
    conditions: [],
    allergies: [],
    medicationRequests: [],
    medicationStatements: [],
    observations: [],
    encounters: [],
    notes: [],
    incomplete: [],
  };
}
