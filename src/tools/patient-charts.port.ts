import type { Principal } from '../domain/access.ts';
import type { Language } from '../domain/language.ts';

/** As much of a FHIR R4 Patient as it takes to tell one from another. */
export interface PatientLike {
  id: string;
  name?: { text?: string; family?: string; given?: string[] }[];
  birthDate?: string;
  gender?: string;
  identifier?: { system?: string; value?: string }[];
}

export interface ChartSection {
  heading: string;
  /** In words; "none recorded" is said as such, never as "none". */
  text: string;
}

/** What the chart tools need of a chart. Nothing of another tenant exists here. */
export interface PatientCharts {
  searchPatients(
    principal: Principal,
    search: { name?: string; identifier?: string; birthDate?: string; limit?: number },
  ): Promise<PatientLike[]>;
  /** The chart in words, section by section; null when there is no such patient. */
  describeChart(
    principal: Principal,
    patientId: string,
    language: Language,
  ): Promise<{ patient: PatientLike; sections: ChartSection[]; incomplete: string[] } | null>;
}
