import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Ajv, addFormats } from '@modelcontextprotocol/client/validators/ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type FakeApi, startFakeApi } from '../../tools/testing/fake-api.ts';
import { drugServices } from '../../tools/testing/fake-drug-services.ts';
import { ToolResult } from '../../tools/tools.port.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

let galen: RunningGalen;
let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi();
  api.reply(drugServices);
  galen = await startGalen({
    GALEN_OUTSIDE_APIS: 'on',
    GALEN_OPENFDA_URL: api.url,
    GALEN_RXNORM_URL: api.url,
    GALEN_EUROPEPMC_URL: 'off',
    GALEN_PUBMED_URL: 'off',
    GALEN_CTGOV_URL: api.url,
  });
});
afterAll(async () => {
  await galen.stop();
  await api.close();
});

async function connect(as: string, mode: 'legacy' | 'auto' = 'legacy'): Promise<Client> {
  const client = new Client({ name: 'test', version: '0' }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${galen.url}/mcp`), {
      requestInit: { headers: { 'x-galen-as': as } },
    }),
  );
  return client;
}

const Patients = z.object({
  patients: z.array(z.object({ id: z.string(), name: z.string(), identifiers: z.array(z.string()) })),
});

async function callFor<Output>(
  client: Client,
  name: string,
  args: Record<string, unknown>,
  output: z.ZodType<Output>,
) {
  const { structuredContent } = await client.callTool({ name, arguments: args });
  return output.parse(ToolResult.parse(structuredContent).output);
}

/** The keywords that the drafts of 2019 and 2020 brought or changed: a client of 1.x reads draft 7 and leaves them out. */
const ONLY_IN_LATER_DRAFTS =
  /^(?:prefixItems|unevaluated\w+|dependent\w+|\$dynamic\w+|\$recursive\w+|(?:min|max)Contains)$/u;

function unlikeIn(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    const at = `${path}.${key}`;
    // A list of items is a tuple in draft 7; `false` forbids all of them there, and only what is left over in later ones.
    const isTuple = key === 'items' && (typeof value === 'boolean' || Array.isArray(value));
    return [...(isTuple || ONLY_IN_LATER_DRAFTS.test(key) ? [at] : []), ...unlikeIn(value, at)];
  });
}

/** Compiles a schema as the client 1.x does. */
function draft7(schema: object) {
  const ajv = new Ajv({ strict: false, validateFormats: true, validateSchema: false, allErrors: true });
  addFormats(ajv);
  return ajv.compile(schema);
}

interface OldSdk {
  Client: new (info: { name: string; version: string }) => Client;
  StreamableHTTPClientTransport: typeof StreamableHTTPClientTransport;
}

/** The official client 1.x, where it is installed. */
async function oldSdk(): Promise<OldSdk | null> {
  const sdk = '@modelcontextprotocol/sdk/client';
  try {
    // By variables, so that nobody looks for a package that need not be there.
    const [main, http] = await Promise.all([
      import(/* @vite-ignore */ `${sdk}/index.js`),
      import(/* @vite-ignore */ `${sdk}/streamableHttp.js`),
    ]);
    return { ...main, ...http };
  } catch {
    return null;
  }
}

const RPC = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const ACCEPT = { accept: 'application/json, text/event-stream' };

describe('/mcp', () => {
  it.each(['legacy', 'auto'] as const)(
    'offers the tools that only read, to a client of the %s protocol',
    async (mode) => {
      const client = await connect('clinician', mode);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name).sort()).toEqual([
        'analyze_medical_image',
        'calculate',
        'check_drug_interactions',
        'check_drug_safety',
        'find_clinical_trials',
        'get_clinical_guideline',
        'get_patient_chart',
        'retrieve_medical_info',
        'search_medical_literature',
        'search_patient',
      ]);
      expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
      await client.close();
    },
  );

  it('describes every tool in JSON schemas that mean the same to clients of both major versions', async () => {
    const client = await connect('clinician');
    const { tools } = await client.listTools();
    const unlike = tools.flatMap(({ name, inputSchema, outputSchema }) => [
      ...unlikeIn(inputSchema, `${name}.input`),
      ...unlikeIn(outputSchema, `${name}.output`),
    ]);
    expect(unlike).toEqual([]);
    expect(unlikeIn(z.toJSONSchema(z.tuple([z.string()])), 'tuple')).toEqual([
      'tuple.prefixItems',
      'tuple.items',
    ]);
    for (const { inputSchema, outputSchema } of tools) {
      expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object']);
    }
    await client.close();
  });

  it.each([
    ['check_drug_interactions', { drugs: ['warfarin', 'Advil'] }],
    ['check_drug_safety', { drug: 'ibuprofen' }],
    ['retrieve_medical_info', { query: 'side effects of metformin' }],
    ['search_patient', { name: 'a', limit: 2 }],
    ['get_patient_chart', { patient_id: 'gal-0001' }],
  ])('gives a result of %s that the validator of the client 1.x takes', async (name, args) => {
    const client = await connect('clinician');
    const tool = (await client.listTools()).tools.find((one) => one.name === name);
    const { structuredContent } = await client.callTool({ name, arguments: args });
    await client.close();
    const validate = draft7(tool?.outputSchema ?? {});
    expect([validate(structuredContent), validate.errors]).toEqual([true, null]);
  });

  it('serves the official client 1.x', async ({ skip }) => {
    const sdk = await oldSdk();
    if (sdk === null) return skip('@modelcontextprotocol/sdk 1.x is not installed');
    const client = new sdk.Client({ name: 'test', version: '0' });
    const requestInit = { headers: { 'x-galen-as': 'clinician' } };
    await client.connect(new sdk.StreamableHTTPClientTransport(new URL(`${galen.url}/mcp`), { requestInit }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('check_drug_interactions');
    const answer = await client.callTool({
      name: 'check_drug_interactions',
      arguments: { drugs: ['warfarin', 'Advil'] },
    });
    expect(answer.structuredContent).toMatchObject({ status: 'ok' });
    await client.close();
  });

  it('offers a patient no chart, and does not run what was not offered', async () => {
    const client = await connect('patient');
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).not.toContain('search_patient');
    await expect(client.callTool({ name: 'search_patient', arguments: { name: 'a' } })).rejects.toThrow(
      'not found',
    );
    await expect(
      client.callTool({ name: 'add_allergy', arguments: { patient_id: 'p', substance: 'x' } }),
    ).rejects.toThrow('not found');
    await client.close();
  });

  it('checks two drugs against the services that the settings name', async () => {
    const client = await connect('clinician');
    const answer = await client.callTool({
      name: 'check_drug_interactions',
      arguments: { drugs: ['warfarin', 'Advil'] },
    });
    const result = ToolResult.parse(answer.structuredContent);
    expect(result).toMatchObject({ status: 'ok', output: { pairs: [{ verdict: 'described' }] } });
    expect(answer.content).toMatchObject([
      { type: 'text', text: expect.stringContaining('warfarin + Advil') },
    ]);
    await client.close();
  });

  it('searches the knowledge within what the caller may read', async () => {
    const client = await connect('researcher');
    const answer = await client.callTool({
      name: 'retrieve_medical_info',
      arguments: { query: 'side effects of metformin' },
    });
    const result = ToolResult.parse(answer.structuredContent);
    expect(result.status).toBe('ok');
    expect(result.passages.every(({ document }) => document.scope === 'public')).toBe(true);
    await client.close();
  });

  it('gives a patient nothing that is written for doctors', async () => {
    const rolesFor = async (who: string) => {
      const client = await connect(who);
      const query = 'diagnostic criteria for diabetes in adults';
      const answer = await client.callTool({
        name: 'retrieve_medical_info',
        arguments: { query, limit: 10 },
      });
      await client.close();
      return ToolResult.parse(answer.structuredContent).passages.map(({ document }) => document.role);
    };
    expect(await rolesFor('clinician')).toContain('doctor_endocrine');
    expect(await rolesFor('patient')).not.toContain('doctor_endocrine');
  });

  it('reads a chart for a clinician, with no name in the words that a model reads', async () => {
    const client = await connect('clinician');
    const { patients } = await callFor(client, 'search_patient', { name: 'a', limit: 1 }, Patients);
    const [patient] = patients;
    const answer = await client.callTool({
      name: 'get_patient_chart',
      arguments: { patient_id: patient?.id, language: 'vi' },
    });
    const result = ToolResult.parse(answer.structuredContent);
    expect(result.status).toBe('ok');
    expect(result.passages.map(({ heading }) => heading)).toContain('Dị ứng');
    expect(result.output).toMatchObject({ patient: { name: patient?.name } });
    const read = result.passages.map(({ text }) => text).join('\n');
    expect(read).not.toContain(patient?.name);
    for (const identifier of patient?.identifiers ?? []) expect(read).not.toContain(identifier);
    const [document] = result.documents;
    for (const { start, end, text } of result.passages) expect(document?.text.slice(start, end)).toBe(text);
    const [last] = await galen.galen.audit.list('demo', { limit: 1 });
    expect(last?.body.details).toMatchObject({
      tool: 'get_patient_chart',
      documents: [`chart-${patient?.id}`],
    });
    await client.close();
  });

  it('says that what is switched off is unavailable', async () => {
    const client = await connect('owner');
    const answer = await client.callTool({
      name: 'search_medical_literature',
      arguments: { query: 'metformin' },
    });
    expect(answer.structuredContent).toMatchObject({ status: 'unavailable', reason: 'switched-off' });
    expect(answer.isError).toBe(true);
    await client.close();
  });

  it('leaves a line in the audit chain: the tool and what came of it, not what was asked', async () => {
    const client = await connect('clinician');
    await client.callTool({ name: 'check_drug_safety', arguments: { drug: 'ibuprofen' } });
    await client.close();
    const entries = await galen.galen.audit.list('demo', { limit: 1 });
    expect(entries[0]?.body).toMatchObject({
      action: 'tool',
      user_id: 'clinician',
      question: null,
      details: {
        tool: 'check_drug_safety',
        status: 'ok',
        documents: expect.arrayContaining(['openfda-label-set-ibuprofen']),
      },
    });
    // Beside the label only what the drug tables say.
    const { documents } = z.object({ documents: z.array(z.string()) }).parse(entries[0]?.body.details);
    expect(documents.filter((id) => !id.startsWith('drug-table-'))).toEqual(['openfda-label-set-ibuprofen']);
    expect(await galen.galen.audit.verify('demo')).toMatchObject({ first_problem: null });
  });

  it('turns away another site, another name for this machine, and an unknown principal', async () => {
    expect((await galen.post('/mcp', RPC, { ...ACCEPT, origin: 'https://evil.example' })).status).toBe(403);
    expect((await galen.post('/mcp', RPC, { ...ACCEPT, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await galen.post('/mcp', RPC, { ...ACCEPT, 'x-galen-as': 'nobody' })).status).toBe(401);
    expect((await galen.post('/mcp', RPC, ACCEPT)).status).toBe(200);
  });

  it('takes no body beyond its limit and nothing that is no request', async () => {
    expect((await galen.post('/mcp', 'x'.repeat(5_000_000), ACCEPT)).status).toBe(413);
    expect((await galen.post('/mcp', '{', ACCEPT)).status).toBe(400);
    expect((await fetch(`${galen.url}/mcp`, { headers: ACCEPT })).status).toBe(405);
  });
});
