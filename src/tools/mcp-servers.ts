import { z } from 'zod';
import { Audience } from '../domain/access.ts';

/** A further MCP server, and which of its tools may be used. */
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

/** The file that GALEN_MCP_SERVERS names. */
export const McpServersFile = z
  .strictObject({ servers: z.array(McpServerSettings) })
  .refine(({ servers }) => new Set(servers.map(({ name }) => name)).size === servers.length, {
    message: 'two servers have the same name',
  });
