import { fileURLToPath } from 'node:url';

/** The fictional patients that ship. */
export const SAMPLE_PATIENTS = fileURLToPath(new URL('../../../knowledge/patients', import.meta.url));
