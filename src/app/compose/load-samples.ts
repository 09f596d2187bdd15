import { fileURLToPath } from 'node:url';
import type { ChartStore } from '../../chart/chart.port.ts';
import { loadSamplePatients } from '../../chart/load-sample-patients.ts';
import type { ChunkSettings } from '../../retrieval/ingest/chunk-document.ts';
import { type KnowledgeReport, loadKnowledge } from '../../retrieval/ingest/load-knowledge.ts';
import type { PassageIndex } from '../../retrieval/passage-index.port.ts';
import { DEMO_TENANT } from '../auth/demo-principals.ts';

const KNOWLEDGE_FOLDER = fileURLToPath(new URL('../../../knowledge', import.meta.url));
const PATIENTS_FOLDER = fileURLToPath(new URL('../../../knowledge/patients', import.meta.url));

interface SampleParts {
  passages: PassageIndex;
  /** Null where charts are another server's. */
  chart: ChartStore | null;
  chunking: ChunkSettings;
  clock: () => number;
  onKnowledge?: (done: number, total: number) => void;
}

/** Loads the literature, policies and patients that ship; tells what loading the texts did. */
export async function loadSamples({
  passages,
  chart,
  chunking,
  clock,
  onKnowledge,
}: SampleParts): Promise<KnowledgeReport> {
  const tenantId = DEMO_TENANT;
  const [knowledge] = await Promise.all([
    loadKnowledge({
      folder: KNOWLEDGE_FOLDER,
      tenantId,
      index: passages,
      chunking,
      clock,
      ...(onKnowledge ? { onProgress: onKnowledge } : {}),
    }),
    chart && loadSamplePatients({ folder: PATIENTS_FOLDER, tenantId, chart }),
  ]);
  return knowledge;
}
