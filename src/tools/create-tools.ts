import type { Clock } from '../domain/run-context.ts';
import { analyzeMedicalImage } from './catalogue/analyze-medical-image.tool.ts';
import { type Calculators, calculate } from './catalogue/calculate.tool.ts';
import { chartWrites } from './catalogue/chart-writes.tool.ts';
import { checkDrugInteractions } from './catalogue/check-drug-interactions.tool.ts';
import { checkDrugSafety } from './catalogue/check-drug-safety.tool.ts';
import { findClinicalTrials } from './catalogue/find-clinical-trials.tool.ts';
import { getPatientChart, type PatientCharts, searchPatient } from './catalogue/read-chart.tool.ts';
import {
  type ReadPubmedXml,
  searchEuropePmc,
  searchMedicalLiterature,
  searchPubmed,
} from './catalogue/search-medical-literature.tool.ts';
import { type SearchKnowledge, searchOwnIndex } from './catalogue/search-own-index.tool.ts';
import type { Tool } from './define-tool.ts';
import type { DrugTables } from './drug-tables.port.ts';
import type { DrugClass } from './drugs/check-pair.ts';
import type { OutsideClient } from './http/outside-client.ts';
import type { Vision } from './vision.port.ts';

export interface ToolPorts {
  client: OutsideClient;
  searchKnowledge: SearchKnowledge;
  readPubmedXml: ReadPubmedXml;
  classes: readonly DrugClass[];
  tables: DrugTables;
  charts: PatientCharts | null;
  calculators: Calculators;
  vision: Vision | null;
  clock: Clock;
}

export function createTools(ports: ToolPorts): Tool[] {
  const { client, searchKnowledge, charts } = ports;
  return [
    checkDrugSafety(ports),
    checkDrugInteractions(ports),
    searchMedicalLiterature({
      first: searchEuropePmc(client),
      second: searchPubmed(client, ports.readPubmedXml),
    }),
    findClinicalTrials(client),
    ...searchOwnIndex(searchKnowledge),
    analyzeMedicalImage(ports.vision),
    searchPatient(charts),
    getPatientChart(charts, ports.clock),
    calculate(ports.calculators, ports.clock),
    ...chartWrites(),
  ];
}
