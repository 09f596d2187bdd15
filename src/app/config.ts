import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { GalenError } from '../domain/errors.ts';
import { isTimeZone } from '../language/timezone.ts';
import { DEFAULT_GATEWAY_SETTINGS } from '../llm/gateway-settings.ts';
import { DEFAULT_CHUNKING } from '../retrieval/ingest/chunk-document.ts';
import { RERANK_LIMIT_MS } from '../retrieval/reranker.port.ts';
import { OUTSIDE_APIS } from '../tools/http/outside-apis.ts';

const modelId = z.string().regex(/^[a-z-]+\/.+$/u, 'expected provider/model, for example ollama/medgemma:4b');

const httpUrl = z.url({ protocol: /^https?$/u });
const outsideUrl = z.union([z.literal('off'), httpUrl]);
const text = z.string().min(1);
const ISSUERS = /^(?:[^,=\s]+=https?:\/\/[^,\s]+)(?:,\s*[^,=\s]+=https?:\/\/[^,\s]+)*$/u;
const urlList = z
  .string()
  .regex(/^https?:\/\/[^,\s]+(?:,\s*https?:\/\/[^,\s]+)*$/u, 'expected addresses, comma-separated');
const originList = z
  .string()
  .regex(
    /^https?:\/\/[^,\s/]+(?:,\s*https?:\/\/[^,\s/]+)*$/u,
    'expected origins, such as https://ehr.example',
  );
const path = text.transform((file) => resolve(file));
const onOff = z.enum(['on', 'off']);
const number = z.coerce.number();
const count = number.int();
const between = (least: number, most: number) => count.min(least).max(most);
const upTo = (most: number, usual: number) => number.positive().max(most).default(usual);
const outsideApi = (name: keyof typeof OUTSIDE_APIS, purpose: string) =>
  outsideUrl.default(OUTSIDE_APIS[name].baseUrl).describe(`${purpose}; or off`);

const EVAL_DATA = fileURLToPath(new URL('../../../shared/eval', import.meta.url));

/** Every setting of Galen, all optional. The description is what `galen doctor` prints. */
const Settings = z.object({
  GALEN_DATA_DIR: path.prefault('./data').describe('folder of the embedded database'),
  GALEN_DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/u })
    .optional()
    .describe('PostgreSQL server; none: embedded'),
  GALEN_QDRANT_URL: httpUrl
    .optional()
    .describe('Qdrant server that finds passages; none: PostgreSQL finds them'),
  GALEN_QDRANT_API_KEY: z.string().optional().describe('key for the Qdrant server'),
  GALEN_FHIR_URL: httpUrl.optional().describe('FHIR R4 server that keeps the charts; none: embedded'),
  GALEN_FHIR_AUTH: z
    .enum(['none', 'bearer', 'client-credentials', 'private-key-jwt'])
    .default('none')
    .describe('how Galen shows that server who it is'),
  GALEN_FHIR_CLIENT_ID: z.string().optional().describe('the id Galen has there'),
  GALEN_FHIR_API_KEY: z.string().optional().describe('bearer token, or the client’s secret'),
  GALEN_FHIR_PRIVATE_KEY_FILE: z.string().optional().describe('key of private-key-jwt, PEM or JWK'),
  GALEN_FHIR_KEY_ID: z.string().optional().describe('name of that key, where the server knows several'),
  GALEN_FHIR_TOKEN_URL: httpUrl
    .optional()
    .describe('OAuth2 token endpoint; none: the one the server names on its own host'),
  GALEN_FHIR_SCOPE: z.string().optional().describe('OAuth2 scopes to ask for'),
  GALEN_FHIR_TENANT: text.default('demo').describe('tenant whose charts that server keeps'),
  GALEN_FHIR_TIMEOUT_SECONDS: upTo(120, 10).describe('longest time that server may take for an answer'),
  GALEN_PUBLIC_URL: httpUrl
    .optional()
    .describe('address by which browsers and EHRs reach this Galen; none: as it is asked on this machine'),
  GALEN_CDS_ISSUERS: z
    .string()
    .regex(ISSUERS, 'expected issuer=address of its keys (JWKS), comma-separated')
    .optional()
    .describe(
      'EHRs that may ask for CDS Hooks cards, issuer=JWKS address, comma-separated; none: this machine',
    ),
  GALEN_CDS_ORIGINS: originList
    .optional()
    .describe('web origins that may ask for them from a browser, comma-separated'),
  GALEN_SMART_ISSUERS: urlList
    .optional()
    .describe(
      'FHIR servers that may launch the page by SMART, comma-separated; their patients are those of this chart',
    ),
  GALEN_SMART_CLIENT_ID: text.default('galen').describe('the id of the page at those servers'),
  GALEN_SMART_API_KEY: z.string().optional().describe('its secret there; none: a public client'),
  GALEN_SMART_SCOPE: text
    .default('openid fhirUser online_access patient/*.rs')
    .describe('SMART scopes to ask for, beside the one of the launch'),
  GALEN_PORT: between(0, 65_535).default(8787).describe('port of `galen serve`'),
  GALEN_HOST: text.default('127.0.0.1').describe('address to listen on; with GALEN_AUTH=none loopback alone'),
  GALEN_AUTH: z
    .enum(['none', 'keys'])
    .default('none')
    .describe('none: demo principals, on loopback only; keys: whoever has one (`galen keys`)'),
  GALEN_MODEL: modelId.optional().describe('main model, provider/name; none: rule-based twins'),
  GALEN_FAST_MODEL: modelId.optional().describe('model for small tasks; none: the main one'),
  GALEN_FALLBACK_MODELS: z
    .string()
    .optional()
    .describe('models to try when the main one fails, comma-separated'),
  GALEN_MODEL_URL: z.url().optional().describe('address of the main model’s server'),
  GALEN_MODEL_API_KEY: z.string().optional().describe('key for the main model’s provider'),
  GALEN_OLLAMA_URL: z.url().optional().describe('address of Ollama, when it is not the main model’s'),
  GALEN_OPENAI_API_KEY: z.string().optional().describe('key for openai/… models'),
  GALEN_ANTHROPIC_API_KEY: z.string().optional().describe('key for anthropic/… models'),
  GALEN_GOOGLE_API_KEY: z.string().optional().describe('key for google/… models'),
  GALEN_MODEL_JSON_SCHEMA: onOff.default('on').describe('off: the model server knows no JSON schema'),
  GALEN_MODEL_TIMEOUT_SECONDS: upTo(1_200, DEFAULT_GATEWAY_SETTINGS.taskTimeoutMs / 1_000).describe(
    'longest time a model may write; small tasks have a quarter of it',
  ),
  GALEN_MODEL_FIRST_TOKEN_SECONDS: upTo(300, DEFAULT_GATEWAY_SETTINGS.firstTokenMs / 1_000).describe(
    'longest time until a model writes its first word',
  ),
  GALEN_EMBED_MODEL: z
    .union([z.enum(['own', 'hash']), modelId], 'expected own, hash or provider/model')
    .optional()
    .describe(
      'embedder: own, hash, ollama/…, openai-compatible/… or onnx/folder; a server is sent questions and passages; none: own',
    ),
  GALEN_EMBED_URL: z.url().optional().describe('address of the embedder’s server'),
  GALEN_EMBED_API_KEY: z.string().optional().describe('key for the embedder’s server'),
  GALEN_EMBED_DIMENSIONS: count
    .positive()
    .optional()
    .describe('length of the embedder’s vectors; none: asked of it'),
  GALEN_EMBED_QUERY_PREFIX: z.string().default('').describe('what the embedder wants before a question'),
  GALEN_EMBED_PASSAGE_PREFIX: z.string().default('').describe('what the embedder wants before a passage'),
  GALEN_RERANK_MODEL: z
    .union([z.enum(['own', 'words']), modelId], 'expected own, words or provider/model')
    .optional()
    .describe(
      'reranker: own, words, cohere/…, jina/…, openai-compatible/…, tei/… or onnx/folder; a server is sent questions and passages; none: own',
    ),
  GALEN_RERANK_URL: z.url().optional().describe('address of the reranker’s server'),
  GALEN_RERANK_API_KEY: z.string().optional().describe('key for the reranker’s server'),
  GALEN_RERANK_TIMEOUT_MS: between(100, 600_000)
    .default(RERANK_LIMIT_MS)
    .describe('longest wait for the reranker, in milliseconds; then the order of the search stays'),
  GALEN_CONTEXT_REACH: between(0, 3)
    .default(1)
    .describe('passages before and after a source that a model reads with it'),
  GALEN_UNSUPPORTED: z
    .enum(['drop', 'mark'])
    .default('drop')
    .describe('claims that no source supports: left out, or visibly marked'),
  GALEN_MIN_CONFIDENCE: number
    .min(0)
    .max(1)
    .default(0.2)
    .describe('below this confidence Galen says what it searched instead of answering'),
  GALEN_RUN_TIMEOUT_SECONDS: upTo(3_600, 300).describe('longest time a turn may take'),
  GALEN_APPROVAL_HOURS: upTo(24 * 30, 24).describe(
    'how long a proposed write to a chart waits for a clinician',
  ),
  GALEN_MAX_LLM_CALLS: count.min(0).default(20).describe('model calls a turn may make'),
  GALEN_MAX_TOKENS: count.min(0).default(100_000).describe('model tokens a turn may use'),
  GALEN_MAX_RUNS: count.positive().default(64).describe('turns answered at once'),
  GALEN_MAX_RUNS_PER_PERSON: count.positive().default(16).describe('turns answered at once for one person'),
  GALEN_SAMPLE_KNOWLEDGE: onOff.default('on').describe('load the sample literature and patients on start'),
  GALEN_CHUNK_CHARACTERS: between(200, 10_000)
    .default(DEFAULT_CHUNKING.maxCharacters)
    .describe('longest passage of a document, in characters'),
  GALEN_CHUNK_OVERLAP: between(0, 10)
    .default(DEFAULT_CHUNKING.overlap)
    .describe('sentences a passage repeats from the one before it'),
  GALEN_EVAL_DATA: path.prefault(EVAL_DATA).describe('folder of the data that `galen eval` measures with'),
  GALEN_COUNTRY: z
    .string()
    .regex(/^[A-Za-z]{2}$/u, 'expected an ISO 3166 code of two letters, for example VN')
    .default('VN')
    .transform((code) => code.toUpperCase())
    .describe('country whose emergency numbers are given'),
  GALEN_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'expected an IANA time zone, for example Asia/Ho_Chi_Minh')
    .default('Asia/Ho_Chi_Minh')
    .describe('time zone of the hospital, for periods like "last night" and for log lines without an offset'),
  GALEN_VISION_MODEL: modelId
    .optional()
    .describe('model that looks at images, provider/name; none: images are not looked at'),
  GALEN_OUTSIDE_APIS: onOff
    .default('off')
    .describe('on: tools may ask the public services below; off: nothing leaves'),
  GALEN_OPENFDA_URL: outsideApi('openfda', 'openFDA, for drug labels'),
  GALEN_OPENFDA_API_KEY: z.string().optional().describe('key for openFDA'),
  GALEN_RXNORM_URL: outsideApi('rxnorm', 'RxNorm, for drug names'),
  GALEN_EUROPEPMC_URL: outsideApi('europepmc', 'Europe PMC, for articles'),
  GALEN_PUBMED_URL: outsideApi('pubmed', 'PubMed, for articles when Europe PMC fails'),
  GALEN_NCBI_API_KEY: z.string().optional().describe('key for PubMed'),
  GALEN_CTGOV_URL: outsideApi('ctgov', 'ClinicalTrials.gov, for trials'),
  GALEN_MCP_SERVERS: path
    .optional()
    .describe('JSON file that names further MCP servers and their allowed tools'),
  GALEN_CRISIS_LINE: z
    .string()
    .regex(
      /^\+?\d[\d -]{1,18}\d$/u,
      'expected a phone number: digits, spaces and hyphens, for example 1900 0000',
    )
    .optional()
    .describe(
      'phone to talk to someone about suicide, day and night; none: the national one, where there is one',
    ),
  GALEN_MAX_IMAGE_MB: upTo(50, 8).describe('largest image of a question, in MB'),
  GALEN_DESK_FILE: path
    .optional()
    .describe('departments of the desk, YAML (`galen desk init` writes one); none: those that ship'),
  GALEN_DESK_LOG_DIR: path
    .optional()
    .describe('folder of the *.log files that the desk searches for those who may'),
  GALEN_DESK_LOG_TENANT: text
    .default('demo')
    .describe("tenant whose the files right in that folder are; another's are in a folder in it of its name"),
  GALEN_DESK_LOG_URL: httpUrl.optional().describe('log service that the desk asks in place of a folder'),
  GALEN_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('warn')
    .describe('what goes to the log'),
});
export type Config = z.infer<typeof Settings>;

const SECRET = /_API_KEY$/u;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/u;

/** The settings, checked. The only place that reads the environment. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  // A variable set to nothing is a variable not set.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  if (given.LANGCHAIN_VERBOSE === 'true') {
    // A library below would print every turn's state, questions included.
    throw new GalenError('CONFIG_INVALID', {
      problem: 'LANGCHAIN_VERBOSE would print questions to the console; unset it',
    });
  }
  const parsed = Settings.safeParse(given);
  if (parsed.success) {
    const { GALEN_AUTH, GALEN_HOST } = parsed.data;
    // Without sign-in whoever reaches the port may be anybody.
    if (GALEN_AUTH === 'none' && !LOOPBACK.test(GALEN_HOST))
      throw new GalenError('CONFIG_INVALID', {
        problem: 'GALEN_HOST: with GALEN_AUTH=none Galen listens on loopback alone; set GALEN_AUTH=keys',
      });
    return parsed.data;
  }
  const problem = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  throw new GalenError('CONFIG_INVALID', { problem });
}

/** Names of the settings that somebody gave, rather than left as they are. */
export function givenSettings(environment: NodeJS.ProcessEnv = process.env): string[] {
  return Object.keys(Settings.shape).filter((name) => (environment[name] ?? '') !== '');
}

/** Each setting with its meaning and value, secrets hidden; and names that start like ours but mean nothing. */
export function describeConfig(config: Config, environment: NodeJS.ProcessEnv = process.env) {
  const settings = Object.entries(Settings.shape).map(([name, schema]) => {
    // Keys of the shape are keys of the config.
    const value = config[name as keyof Config];
    return {
      name,
      value: value === undefined ? null : shown(name, String(value)),
      meaning: schema.description ?? '',
    };
  });
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith('GALEN_') && !(name in Settings.shape),
  );
  return { settings, unknown: unknown.filter((name) => !name.startsWith('GALEN_TEST_')) };
}

/** A value for a person's eyes: no keys, and of an address neither its credentials nor its query. */
function shown(name: string, value: string): string {
  if (SECRET.test(name)) return '(set)';
  if (!name.endsWith('_URL') || value === 'off') return value;
  const { protocol, host, pathname } = new URL(value);
  return `${protocol}//${host}${pathname}`;
}

/** The package's version. */
export function version(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version;
}
