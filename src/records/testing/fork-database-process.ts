import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type Report =
  | { opened: string; childPid: number | null }
  | { refused: string }
  | { rows: Record<string, unknown>[] };

/** Starts another process on the same folder and waits for what it has to say. */
export async function forkDatabaseProcess(
  dataDir: string,
  mode: 'own' | 'attach',
): Promise<{ process: ChildProcess; report: Report }> {
  const module = fileURLToPath(new URL('./database-process.ts', import.meta.url));
  const child = fork(module, [dataDir, mode], {
    execArgv: ['--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [report] = await once(child, 'message');
  return { process: child, report };
}

export async function ask(child: ChildProcess, statement: string): Promise<Report> {
  child.send(statement);
  const [report] = await once(child, 'message');
  return report;
}

export async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
