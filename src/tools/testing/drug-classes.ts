import { fileURLToPath } from 'node:url';
import { loadSafetyTables } from '../../chart/safety/safety-tables.ts';
import { labelClasses } from '../drugs/drug-classes.ts';

const FOLDER = fileURLToPath(new URL('../../../knowledge/drug-safety', import.meta.url));

/** The classes that ship. */
export const DRUG_CLASSES = labelClasses(loadSafetyTables(FOLDER).classes);
