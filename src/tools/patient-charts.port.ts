import type { Principal } from '../domain/access.ts';
import type { ChartSummary } from '../domain/chart-summary.ts';
import type { Language } from '../domain/language.ts';

export type ChartPatient = ChartSummary['patient'];

export interface ChartSection {
  heading: string;
  /** In words; "none recorded" is said as such, never as "none". */
  text: string;
}

export interface DescribedChart {
  patient: ChartPatient;
  /** Without the patient's name and numbers: what a model reads and an answer cites. */
  sections: ChartSection[];
  /** What a reader has to know: not all was read, a value could not be computed. */
  remarks: string[];
}

/** What the chart tools need of a chart. Nothing of another tenant exists here. */
export interface PatientCharts {
  searchPatients(
    principal: Principal,
    search: { name?: string; identifier?: string; birthDate?: string; limit?: number },
    language: Language,
  ): Promise<ChartPatient[]>;
  /** Null when there is no such patient. */
  describeChart(principal: Principal, patientId: string, language: Language): Promise<DescribedChart | null>;
}
