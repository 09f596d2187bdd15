import type { Chart } from '../../chart/chart.port.ts';
import { createDrugTables } from '../../chart/safety/drug-tables.ts';
import type { SafetyTables } from '../../chart/safety/safety-tables.ts';
import { findPii } from '../../guardrails/pii/find-pii.ts';
import { screenUntrusted } from '../../guardrails/screen-untrusted.ts';
import { createModelHandle } from '../../llm/adapters/providers.ts';
import { createVisionModel } from '../../llm/adapters/vision-model.ts';
import { sleep } from '../../llm/retry.ts';
import type { PassageIndex } from '../../retrieval/passage-index.port.ts';
import type { Reranker } from '../../retrieval/reranker.port.ts';
import { createToolbox } from '../../tools/create-toolbox.ts';
import { createTools } from '../../tools/create-tools.ts';
import { labelClasses } from '../../tools/drugs/drug-classes.ts';
import { createOutsideClient } from '../../tools/http/outside-client.ts';
import { createRemoteServer } from '../../tools/remote-server.ts';
import type { Tools } from '../../tools/tools.port.ts';
import type { Config } from '../config.ts';
import type { OfferedTools } from '../mcp-server/offer-tools.ts';
import { describeCharts } from '../tools/describe-charts.ts';
import { outsideApisOf } from '../tools/outside-apis-of.ts';
import { pubmedArticles } from '../tools/pubmed-articles.ts';
import { readMcpServers } from '../tools/read-mcp-servers.ts';
import { searchIndex } from '../tools/search-index.ts';
import { version } from '../version.ts';
import { providerAccess } from './open-models.ts';

interface ToolParts {
  passages: PassageIndex;
  reranker: Reranker;
  chart: Chart;
  tables: SafetyTables;
  clock: () => number;
  newId: () => string;
  logProblem: (problem: string, error: unknown) => void;
}

/** The clinical tools: Galen's own, and those of further MCP servers. */
export async function openTools(
  config: Config,
  parts: ToolParts,
): Promise<{ tools: Tools; offered: OfferedTools }> {
  const { passages, reranker, chart, tables, clock, newId, logProblem } = parts;
  const findIdentifiers = (text: string) => findPii(text).map(({ kind }) => kind);
  const speaksToModel = (text: string) => screenUntrusted(text).findings.length > 0;
  const visionId = config.GALEN_VISION_MODEL;
  const own = createTools({
    client: createOutsideClient({ apis: outsideApisOf(config), findIdentifiers, clock, sleep }),
    searchKnowledge: searchIndex({ passages, reranker }),
    readPubmedXml: pubmedArticles,
    drugClasses: labelClasses(tables.classes),
    drugTables: createDrugTables(tables),
    charts: describeCharts(chart, clock),
    vision:
      visionId === undefined
        ? null
        : createVisionModel({
            handle: createModelHandle(visionId, providerAccess(config)),
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
  return { tools, offered: { ...common, tools: own } };
}
