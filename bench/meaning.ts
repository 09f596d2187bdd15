import { cpus } from 'node:os';
import { createMeaning } from '../src/meaning/create-meaning.ts';

/**
 * `npx tsx bench/meaning.ts`: the encoder's speed. Processor time is what a quiet machine would take: on a busy one, wall
 * time says more about the others.
 */
const THREADS = 2;
const ROUNDS = 40;
const PASSAGES = 120;

// A word of one piece each, so that the number of tokens is known: words and two marks.
const WORDS =
  'the patient was given a drug for pain after surgery and had no fever or blood loss in the first week'.split(
    ' ',
  );
const textOf = (tokens: number, from = 0) =>
  Array.from({ length: tokens - 2 }, (_, i) => WORDS[(i * 7 + from) % WORDS.length]).join(' ');

const question = await createMeaning({ threads: 1 });
for (let round = 0; round < ROUNDS; round += 1) await question.encode([textOf(40, round)]);
const rows: Record<string, unknown>[] = [];
for (const tokens of [16, 40, 200]) {
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await question.encode([textOf(tokens, round)]);
    times.push(performance.now() - begun);
  }
  const cpu = cpuMsSince(before) / ROUNDS;
  times.sort((a, b) => a - b);
  const at = (share: number) => Number(times[Math.floor(times.length * share)]?.toFixed(1));
  rows.push({
    tokens,
    'fastest ms': at(0),
    'p50 ms': at(0.5),
    'p95 ms': at(0.95),
    'processor ms': Number(cpu.toFixed(1)),
  });
}
await question.close();

const passages = await createMeaning({ threads: THREADS });
await passages.encode(Array.from({ length: 2 * THREADS }, (_, i) => textOf(200, i)));
const rates: Record<string, unknown>[] = [];
for (const tokens of [40, 80, 200]) {
  const begun = performance.now();
  const before = process.cpuUsage();
  await passages.encode(
    Array.from({ length: PASSAGES }, (_, i) => textOf(tokens, i)),
    { background: true },
  );
  const seconds = (performance.now() - begun) / 1_000;
  rates.push({
    tokens,
    threads: THREADS,
    'passages/s': Math.round(PASSAGES / seconds),
    'per processor second': Math.round((1_000 * PASSAGES) / cpuMsSince(before)),
  });
}
await passages.close();

console.log(
  `The encoder in WebAssembly on ${cpus()[0]?.model ?? 'an unknown processor'}: one text, one thread`,
);
console.table(rows);
console.log('Passages in the background');
console.table(rates);

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
