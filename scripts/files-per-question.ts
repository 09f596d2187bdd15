import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { startGalen } from '../src/app/testing/start-galen.ts';

/** One question for each flow, asked by who would ask it. */
const QUESTIONS = [
  { flow: 'evidence', as: 'researcher', message: 'What are the side effects of metformin?', limit: 90 },
  { flow: 'consult', as: 'patient', message: 'How do I store insulin?', limit: 150 },
  {
    flow: 'research',
    as: 'researcher',
    message: 'Compare apixaban and warfarin in atrial fibrillation',
    limit: 150,
  },
  { flow: 'clinic', as: 'clinician', message: 'check interactions between warfarin and aspirin', limit: 150 },
  { flow: 'desk', as: 'staff-hr', message: 'How many days of annual leave do I have?', limit: 150 },
] as const;

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/** Prints how many source files one question of each flow runs through, the second time it is asked. */
async function main(): Promise<void> {
  const galen = await startGalen();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  let isTooMany = false;
  for (const { flow, as, message, limit } of QUESTIONS) {
    const ask = async () => {
      const answer = await galen.post('/v1/ask', { message, flow }, { 'x-galen-as': as });
      if (!answer.ok) throw new Error(`${flow} answered ${answer.status}`);
      await answer.json();
    };
    await ask();
    await session.post('Profiler.takePreciseCoverage');
    await ask();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const files = result
      .filter(
        ({ url, functions }) =>
          pathOf(url).startsWith(SRC) && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0),
      )
      .map(({ url }) => pathOf(url).slice(SRC.length))
      .filter((path) => !path.includes('/testing/'));
    isTooMany ||= files.length > limit;
    process.stdout.write(`${flow.padEnd(10)} ${String(files.length).padStart(4)} files, at most ${limit}\n`);
    if (process.argv.includes('--list')) process.stdout.write(`${files.sort().join('\n')}\n`);
  }
  session.disconnect();
  await galen.stop();
  process.exitCode = isTooMany ? 1 : 0;
}

function pathOf(url: string): string {
  return url.startsWith('file:') ? fileURLToPath(url) : url;
}

await main();
