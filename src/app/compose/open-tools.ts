import { readFile } from 'node:fs/promises';
import { GENDER_NAMES, PATIENT_HEADING } from '../../../texts/chart.ts';
import { createCalculators } from '../../chart/calculators/create-calculators.ts';
import type { Chart } from '../../chart/chart.port.ts';
import type { SafetyTables } from '../../chart/safety/safety-tables.ts';
import { describePatient, summariseChart } from '../../chart/summary/summarise-chart.ts';
import { parseJson } from '../../domain/canonical-json.ts';
import type { ChartSummary } from '../../domain/chart-summary.ts';
import { GalenError } from '../../domain/errors.ts';
import { inLanguage, type Language } from '../../domain/language.ts';
import type { Clock } from '../../domain/run-context.ts';
import { detectLanguage } from '../../gates/front/detect-language.ts';
import { screenUntrusted } from '../../gates/front/injection/detect-injection.ts';
import { findPii } from '../../gates/front/pii/redact-pii.ts';
import { expandQuery } from '../../language/search-terms/medical-terms.ts';
import { createModelHandle } from '../../llm/adapters/providers.ts';
import { createVisionModel } from '../../llm/adapters/vision-model.ts';
import { sleep } from '../../llm/retry.ts';
import { DEFAULT_READ_LIMITS, type ParsedDocument } from '../../retrieval/ingest/parsed-document.ts';
import type { PassageIndex } from '../../retrieval/passage-index.port.ts';
import type { Reranker } from '../../retrieval/reranker.port.ts';
import { findPassages } from '../../retrieval/search/find-passages.ts';
import type { PatientCharts } from '../../tools/catalogue/read-chart.tool.ts';
import type { Article, ReadPubmedXml } from '../../tools/catalogue/search-medical-literature.tool.ts';
import type { SearchKnowledge } from '../../tools/catalogue/search-own-index.tool.ts';
import { createToolbox } from '../../tools/create-toolbox.ts';
import { createTools } from '../../tools/create-tools.ts';
import type { DrugTables } from '../../tools/drug-tables.port.ts';
import { labelClasses } from '../../tools/drugs/check-pair.ts';
import { API_NAMES, type ApiName, OUTSIDE_APIS, type OutsideApi } from '../../tools/http/outside-apis.ts';
import { createOutsideClient } from '../../tools/http/outside-client.ts';
import type { Section } from '../../tools/make-citable.ts';
import { createRemoteServer, type McpServerSettings, McpServersFile } from '../../tools/remote-server.ts';
import type { Tools } from '../../tools/tools.port.ts';
import { type Config, version } from '../config.ts';
import type { OfferedTools } from '../mcp/mcp-server.ts';
import { providerAccess } from './from-settings.ts';

interface ToolParts {
  passages: PassageIndex;
  reranker: Reranker;
  chart: Chart;
  tables: SafetyTables;
  drugTables: DrugTables;
  clock: () => number;
  newId: () => string;
  logProblem: (problem: string, error: unknown) => void;
}

/** The clinical tools: Galen's own, and those of further MCP servers. */
export async function openTools(
  config: Config,
  parts: ToolParts,
): Promise<{ tools: Tools; offered: OfferedTools }> {
  const { passages, reranker, chart, tables, drugTables, clock, newId, logProblem } = parts;
  const findIdentifiers = (text: string) => findPii(text).map(({ kind }) => kind);
  const speaksToModel = (text: string) => screenUntrusted(text).findings.length > 0;
  const visionId = config.GALEN_VISION_MODEL;
  const own = createTools({
    client: createOutsideClient({ apis: outsideApisOf(config), findIdentifiers, clock, sleep }),
    searchKnowledge: searchIndex({ passages, reranker }),
    readPubmedXml: pubmedArticles,
    classes: labelClasses(tables.classes),
    tables: drugTables,
    charts: describeCharts(chart, clock),
    calculators: createCalculators(chart, clock),
    vision:
      visionId === undefined
        ? null
        : createVisionModel({
            handle: createModelHandle(visionId, providerAccess(config)),
            timeoutMs: config.GALEN_MODEL_TIMEOUT_SECONDS * 1_000,
            newId,
            random: Math.random,
            logProblem,
          }),
    clock,
  });
  const common = { version: version(), speaksToModel, logProblem };
  const settings = await readMcpServers(config.GALEN_MCP_SERVERS);
  const remotes = settings.map((server) =>
    createRemoteServer({ ...common, settings: server, findIdentifiers, clock }),
  );
  const tools = createToolbox({ ...common, tools: own, remotes });
  return { tools, offered: { speaksToModel, logProblem, tools: own } };
}

/** The chart as the tools read it: in words, and without the patient's name where a model reads. */
export function describeCharts(chart: Chart, clock: Clock): PatientCharts {
  const now = () => new Date(clock()).toISOString();
  return {
    async searchPatients(principal, search, language) {
      const found = await chart.searchPatients(principal, search);
      return found.map((patient) => describePatient(patient, now(), language));
    },
    async describeChart(principal, patientId, language) {
      const parts = await chart.parts(principal, patientId);
      if (parts === null) return null;
      const summary = summariseChart(parts, { language, now: now() });
      return { patient: summary.patient, sections: sectionsOf(summary, language), remarks: summary.remarks };
    },
  };
}

/** The summary's text has a line for each kind of entry, the patient's own first. */
function sectionsOf({ patient, text }: ChartSummary, language: Language): Section[] {
  const { heading, unknown } = inLanguage(PATIENT_HEADING, language);
  const { gender, age } = patient;
  const sex = gender === null ? null : (GENDER_NAMES[gender]?.[language] ?? gender);
  const about = [sex, age].filter((part) => part !== null).join(', ');
  const lines = text.split('\n').slice(1);
  return [
    { heading, text: about === '' ? unknown : about },
    ...lines.map((line) => {
      const colon = line.indexOf(': ');
      return { heading: line.slice(0, Math.max(colon, 0)), text: line.slice(colon === -1 ? 0 : colon + 2) };
    }),
  ];
}

/** With a key of its own NCBI allows ten a second (NBK25497). */
const NCBI_RATE_WITH_KEY = { requests: 10, perMs: 1_000 };

/** The services outside as the settings leave them: all off unless they are switched on, each one off by itself. */
export function outsideApisOf(config: Config): Record<ApiName, OutsideApi> {
  const urls: Record<ApiName, string> = {
    openfda: config.GALEN_OPENFDA_URL,
    rxnorm: config.GALEN_RXNORM_URL,
    europepmc: config.GALEN_EUROPEPMC_URL,
    pubmed: config.GALEN_PUBMED_URL,
    ctgov: config.GALEN_CTGOV_URL,
  };
  const keys: Partial<Record<ApiName, string | undefined>> = {
    openfda: config.GALEN_OPENFDA_API_KEY,
    pubmed: config.GALEN_NCBI_API_KEY,
  };
  const apiOf = (name: ApiName): OutsideApi => ({
    ...OUTSIDE_APIS[name],
    baseUrl: config.GALEN_OUTSIDE_APIS === 'off' || urls[name] === 'off' ? null : urls[name],
    apiKey: keys[name],
    ...(name === 'pubmed' && keys.pubmed !== undefined ? { rate: NCBI_RATE_WITH_KEY } : {}),
  });
  // The names are all there are.
  return Object.fromEntries(API_NAMES.map((name) => [name, apiOf(name)])) as Record<ApiName, OutsideApi>;
}

/** PubMed's XML as the ingestion reads it, for the literature tool. */
export const pubmedArticles: ReadPubmedXml = async (xml) => {
  // With its parsers, which no start should wait for.
  const { readPubmedXml } = await import('../../retrieval/ingest/formats/read-medline.ts');
  try {
    const file = { name: 'efetch.xml', bytes: Buffer.from(xml), limits: DEFAULT_READ_LIMITS };
    return (await readPubmedXml(file)).documents.map(toArticle);
  } catch (error) {
    if (error instanceof GalenError) return null;
    throw error;
  }
};

function toArticle(document: ParsedDocument): Article {
  const { title, text, journal, year, pmid, url, reference, evidence_level } = document;
  return {
    id: `pubmed-${pmid ?? document.key}`,
    title,
    abstract: abstractOf(text, title),
    journal: journal ?? '',
    year,
    pmid,
    doi: url?.startsWith('https://doi.org/') ? url.slice('https://doi.org/'.length) : null,
    authors: reference?.split('. ')[0] ?? '',
    evidence: evidence_level,
  };
}

/** The reader writes an abstract's labels as headings; without an abstract the text is the title. */
function abstractOf(text: string, title: string): Article['abstract'] {
  if (text === title) return [];
  return text.split(/^(?=## )/mu).map((part) => {
    const heading = /^## (.*)\n+/u.exec(part);
    return { heading: heading?.[1] ?? '', text: part.slice(heading?.[0].length ?? 0).trim() };
  });
}

/** What the reranker chooses from, however few are asked for. */
const CANDIDATES = 40;

/** Galen's own index, as the tools search it. */
export function searchIndex(ports: {
  passages: Pick<PassageIndex, 'search'>;
  reranker: Reranker;
}): SearchKnowledge {
  return async ({ query, access, evidenceLevels, limit, signal }) => {
    const language = detectLanguage(query);
    const expansions = expandQuery(query, language);
    const filters = { evidence_levels: evidenceLevels };
    const asked = { query, expansions, language, access, filters, limit: CANDIDATES, signal };
    const { kept, degraded } = await findPassages(ports, asked, limit);
    return { passages: kept, degraded };
  };
}

/** The further MCP servers that a file names; none without a file. */
export async function readMcpServers(path: string | undefined): Promise<McpServerSettings[]> {
  if (path === undefined) return [];
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw invalid(`${path} cannot be read (${error.code ?? 'unknown'})`);
  });
  const json = parseJson(text);
  // Without the parser's words: they may repeat a key that stands in the file.
  if (json === undefined) throw invalid(`${path} is not valid JSON`);
  const parsed = McpServersFile.safeParse(json);
  if (parsed.success) return parsed.data.servers;
  const [issue] = parsed.error.issues;
  throw invalid(`${path}: ${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'not as expected'}`);
}

function invalid(problem: string): GalenError {
  return new GalenError('CONFIG_INVALID', { problem: `GALEN_MCP_SERVERS: ${problem}` });
}
