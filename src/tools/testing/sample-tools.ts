import { createCalculators } from '../../chart/calculators/create-calculators.ts';
import { screenUntrusted } from '../../gates/front/injection/detect-injection.ts';
import type { PatientCharts } from '../catalogue/read-chart.tool.ts';
import type { KnowledgeQuery } from '../catalogue/search-own-index.tool.ts';
import { createTools, type ToolPorts } from '../create-tools.ts';
import type { Tool } from '../define-tool.ts';
import { makeCitable } from '../make-citable.ts';
import { DRUG_CLASSES, NO_TABLES } from './sample-drug-classes.ts';
import { clientAt } from './test-client.ts';

export const speaksToModel = (text: string) => screenUntrusted(text).findings.length > 0;

/** All tools, with nothing outside reachable unless it is given. */
export function sampleTools(ports: Partial<ToolPorts> = {}): Tool[] {
  return createTools({
    client: clientAt(null),
    searchKnowledge: async () => ({ passages: [], degraded: [] }),
    readPubmedXml: async () => null,
    classes: DRUG_CLASSES,
    tables: NO_TABLES,
    charts: null,
    calculators: createCalculators({ parts: async () => null }, () => Date.parse('2026-01-01T00:00:00Z')),
    vision: null,
    clock: () => Date.parse('2026-01-01T00:00:00Z'),
    ...ports,
  });
}

/** One patient of tenant t1. */
export const ONE_PATIENT: PatientCharts = {
  async searchPatients({ tenant_id }, { name = '' }) {
    const isThere = tenant_id === 't1' && 'lê thị hoa'.includes(name.toLowerCase());
    return isThere ? [PATIENT] : [];
  },
  async describeChart({ tenant_id }, id) {
    if (tenant_id !== 't1' || id !== PATIENT.id) return null;
    return {
      patient: PATIENT,
      sections: [
        { heading: 'Allergies', text: 'Penicillin: rash.' },
        { heading: 'Conditions', text: 'None recorded.' },
      ],
      remarks: ['Not all entries were read: Observation'],
    };
  },
};

const PATIENT = {
  id: 'p1',
  name: 'Lê Thị Hoa',
  birth_date: '1960-02-03',
  gender: 'female',
  age: '65 years',
  identifiers: ['HB-42-K'],
};

/** A search that finds one passage and remembers what it was asked. */
export function rememberingSearch(text = 'Metformin is first.') {
  const asked: KnowledgeQuery[] = [];
  const { passages } = makeCitable(
    {
      id: 'doc1',
      tenant_id: 't1',
      title: 'A guideline',
      source_type: 'guidelines',
      evidence_level: 'clinical_guideline',
      journal: 'X',
      year: 2020,
      url: null,
      created_at: '2026-01-01T00:00:00Z',
    },
    [{ heading: '', text }],
  );
  return {
    asked,
    searchKnowledge: async (query: KnowledgeQuery) => {
      asked.push(query);
      return { passages, degraded: [] };
    },
  };
}
