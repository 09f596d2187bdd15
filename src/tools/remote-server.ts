import type { Client, Tool, Transport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import * as texts from '../../texts/tools.ts';
import { Audience, type Principal } from '../domain/access.ts';
import type { Clock } from '../domain/run-context.ts';
import { notFound, plainResult, type SpeaksToModel, toResult } from './define-tool.ts';
import { citing, makeCitable } from './make-citable.ts';
import type { ToolCall, ToolResult, ToolSummary } from './tools.port.ts';
import { type FindIdentifiers, namesAPerson } from './withhold-patients.ts';

export const McpServerSettings = z.strictObject({
  /** Its tools are called `name.tool` here. */
  name: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/u, 'expected lower-case letters, digits and hyphens'),
  transport: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('http'),
      url: z.url({ protocol: /^https?$/u }),
      headers: z.record(z.string(), z.string()).default({}),
    }),
    z.strictObject({
      type: z.literal('stdio'),
      command: z.string().min(1),
      args: z.array(z.string()).default([]),
      env: z.record(z.string(), z.string()).default({}),
    }),
  ]),
  /** By name. Naming a tool here says that it only reads: Galen has no approval for what it does elsewhere. */
  tools: z.array(z.string().min(1)).min(1),
  audiences: z.array(Audience).min(1).default(['clinician']),
  /** True for a server of the hospital itself, which may be told a patient's name. */
  may_hear_identifiers: z.boolean().default(false),
});
export type McpServerSettings = z.infer<typeof McpServerSettings>;

export const McpServersFile = z
  .strictObject({ servers: z.array(McpServerSettings) })
  .refine(({ servers }) => new Set(servers.map(({ name }) => name)).size === servers.length, {
    message: 'two servers have the same name',
  });

const CONNECT_MS = 10_000;
const CALL_MS = 30_000;
/** No honest answer is this long. */
const MAX_CHARACTERS = 200_000;

export type RemoteServer = ReturnType<typeof createRemoteServer>;

/** One further MCP server: reached when first needed, asked only for the tools it was allowed. */
export function createRemoteServer(options: {
  settings: McpServerSettings;
  version: string;
  findIdentifiers: FindIdentifiers;
  speaksToModel: SpeaksToModel;
  clock: Clock;
  logProblem: (problem: string, error: unknown) => void;
}) {
  const { settings, logProblem } = options;
  let connected: Promise<{ client: Client; tools: Tool[] }> | null = null;

  async function connect() {
    // Loaded only where there is a server to reach.
    const { Client: McpClient } = await import('@modelcontextprotocol/client');
    const client = new McpClient({ name: 'galen', version: options.version });
    await client.connect(await transportTo(settings), { timeout: CONNECT_MS });
    const { tools } = await client.listTools({}, { timeout: CONNECT_MS });
    client.onclose = () => {
      connected = null;
    };
    // One that says of itself that it changes things is not for here, whatever the file says.
    const allowed = tools.filter(
      ({ name, annotations }) => settings.tools.includes(name) && annotations?.readOnlyHint !== false,
    );
    return { client, tools: allowed };
  }

  function reach() {
    connected ??= connect();
    return connected.catch((error) => {
      connected = null;
      throw error;
    });
  }

  return {
    name: settings.name,
    mayUse: ({ audience, role }: Principal) => role === 'owner' || settings.audiences.includes(audience),

    async list(): Promise<ToolSummary[]> {
      try {
        const { tools } = await reach();
        return tools.map(({ name, description = name, inputSchema }) => ({
          name: `${settings.name}.${name}`,
          description: { en: description, vi: description },
          parameters: inputSchema,
          isWrite: false,
          server: settings.name,
        }));
      } catch (error) {
        logProblem(`the MCP server ${settings.name} cannot be reached`, error);
        return [];
      }
    },

    async call(tool: string, args: Record<string, unknown>, call: Required<ToolCall>): Promise<ToolResult> {
      const name = `${settings.name}.${tool}`;
      if (!settings.tools.includes(tool))
        return plainResult(name, 'invalid', 'unknown-tool', texts.NO_SUCH_TOOL);
      const { findIdentifiers } = options;
      const isTelling = namesAPerson(stringsIn(args), { findIdentifiers, withheld: call.withheld });
      if (isTelling && !settings.may_hear_identifiers) {
        return plainResult(name, 'unavailable', 'names-a-person', texts.NAMES_A_PERSON, 'retry_reformulate');
      }
      try {
        const { client, tools } = await reach();
        if (!tools.some((known) => known.name === tool))
          return plainResult(name, 'invalid', 'unknown-tool', texts.NO_SUCH_TOOL);
        const answer = await client.callTool(
          { name: tool, arguments: args },
          { signal: call.signal, timeout: CALL_MS },
        );
        const text = textOf(answer.content).slice(0, MAX_CHARACTERS);
        if (answer.isError)
          return plainResult(
            name,
            'unavailable',
            'tool-error',
            texts.REMOTE_TOOL_FAILED,
            'retry_reformulate',
          );
        return citedResult(name, text, call.principal.tenant_id);
      } catch (error) {
        call.signal.throwIfAborted();
        logProblem(`the MCP server ${settings.name} failed`, error);
        return plainResult(name, 'unavailable', 'server-failed', texts.REMOTE_TOOL_FAILED, 'retry_same');
      }
    },

    async close(): Promise<void> {
      const open = await connected?.catch(() => null);
      await open?.client.close();
    },
  };

  function citedResult(name: string, text: string, tenant_id: string): ToolResult {
    const at = new Date(options.clock()).toISOString();
    const citable = makeCitable(
      {
        id: `mcp-${name}-${at}`,
        tenant_id,
        title: name,
        source_type: `mcp:${settings.name}`,
        evidence_level: 'expert_opinion',
        journal: settings.name,
        year: Number(at.slice(0, 4)),
        url: null,
        scope: 'internal',
        created_at: at,
      },
      [{ heading: '', text }],
    );
    const outcome =
      text.trim() === ''
        ? notFound('empty', texts.TOOL_ANSWERED_NOTHING)
        : { status: 'ok' as const, message: texts.TOOL_ANSWERED };
    const sources = [{ name: settings.name, fetched_at: at, age_seconds: 0, is_stale: false }];
    const said = { ...outcome, output: { text }, ...citing([citable]), sources };
    return toResult(name, said, options.speaksToModel);
  }
}

async function transportTo({ transport }: McpServerSettings): Promise<Transport> {
  if (transport.type === 'stdio') {
    const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
    const { command, args, env } = transport;
    return new StdioClientTransport({ command, args, env, stderr: 'ignore' });
  }
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  return new StreamableHTTPClientTransport(new URL(transport.url), {
    requestInit: { headers: transport.headers, redirect: 'error' },
  });
}

function textOf(content: readonly { type: string; text?: unknown }[]): string {
  return content
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join('\n\n');
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
