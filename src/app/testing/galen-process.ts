import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../../bin/galen.mjs', import.meta.url));
const START_LIMIT_MS = 120_000;

export interface GalenProcess {
  pid: number;
  url: string;
  /** The process of the embedded database, where /proc tells. */
  databasePid(): number | null;
  kill(signal: NodeJS.Signals): void;
  exited: Promise<void>;
}

/** `galen serve` as a process of its own, from the build, on a free port; resolves once it answers. */
export async function startGalenProcess(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<GalenProcess> {
  const child = spawn(process.execPath, [BIN, 'serve'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      GALEN_EMBED_MODEL: 'hash',
      GALEN_RERANK_MODEL: 'words',
      GALEN_DATA_DIR: dataDir,
      GALEN_PORT: '0',
      GALEN_LOG_LEVEL: 'error',
      ...settings,
    },
  });
  const exited = once(child, 'exit').then(() => {});
  const pid = child.pid ?? 0;
  return {
    pid,
    url: await addressOf(child),
    databasePid: () => childOf(pid),
    kill: (signal) => child.kill(signal),
    exited,
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  if (!child.stdout) throw new Error('the process has no output');
  const lines = createInterface(child.stdout);
  const timer = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS);
  for await (const line of lines) {
    const port = /answers on http:\/\/localhost:(\d+)/u.exec(line)?.[1];
    if (port === undefined) continue;
    clearTimeout(timer);
    child.stdout.resume();
    return `http://127.0.0.1:${port}`;
  }
  throw new Error(`galen serve did not start: ${said}`);
}

function childOf(pid: number): number | null {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return children[0] ? Number(children[0]) : null;
  } catch {
    // No /proc, or already gone.
    return null;
  }
}
