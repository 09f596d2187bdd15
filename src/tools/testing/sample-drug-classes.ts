import { fileURLToPath } from 'node:url';
import { createDrugTables } from '../../chart/safety/drug-tables.ts';
import { loadSafetyTables } from '../../chart/safety/safety-tables.ts';
import type { DrugTables } from '../drug-tables.port.ts';
import { labelClasses } from '../drugs/check-pair.ts';

const FOLDER = fileURLToPath(new URL('../../../knowledge/drug-safety', import.meta.url));

const SHIPPED = loadSafetyTables(FOLDER);

/** The classes that ship. */
export const DRUG_CLASSES = labelClasses(SHIPPED.classes);

/** The tables that ship. */
export const DRUG_TABLES = createDrugTables(SHIPPED);

/** Tables that know no drug: what is found then is the labels' own. */
export const NO_TABLES: DrugTables = { ofPair: () => null, ofDrug: () => null };
