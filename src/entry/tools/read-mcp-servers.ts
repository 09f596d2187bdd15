import { readFile } from 'node:fs/promises';
import { GalenError } from '../../domain/errors.ts';
import { type McpServerSettings, McpServersFile } from '../../tools/remote-server.ts';

/** The further MCP servers that a file names; none without a file. */
export async function readMcpServers(path: string | undefined): Promise<McpServerSettings[]> {
  if (path === undefined) return [];
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw invalid(`${path} cannot be read (${error.code ?? 'unknown'})`);
  });
  const parsed = McpServersFile.safeParse(parseJson(text, path));
  if (parsed.success) return parsed.data.servers;
  const [issue] = parsed.error.issues;
  throw invalid(`${path}: ${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'not as expected'}`);
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Without the parser's words: they may repeat a key that stands in the file.
    throw invalid(`${path} is not valid JSON`);
  }
}

function invalid(problem: string): GalenError {
  return new GalenError('CONFIG_INVALID', { problem: `GALEN_MCP_SERVERS: ${problem}` });
}
