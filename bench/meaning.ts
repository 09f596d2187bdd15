import { cpus } from 'node:os';
import { createMeaning } from '../src/meaning/create-meaning.ts';

/**
 * `npx tsx bench/meaning.ts`: the speed of the three models. Processor time is what one core of a quiet machine would take:
 * on a busy one, wall time says more about the others.
 */
const THREADS = 2;
const ROUNDS = 40;
const PASSAGES = 120;
/** Ranking for one question: ten windows of the best passages, each with its sentences. */
const RANKED = { question: 16, windows: 10, sentences: 4, sentenceTokens: 25 };
/** Support of one answer: each sentence beside the part of a source that it cites. */
const SUPPORT = { sentences: 6, sourceTokens: 110, sentenceTokens: 30 };
const ANSWERS = 12;

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

const asked = textOf(RANKED.question);
const windows = Array.from({ length: RANKED.windows }, () => ({
  title: textOf(8),
  sentences: textsOf(RANKED.sentences, RANKED.sentenceTokens),
}));
const pairs = textsOf(SUPPORT.sentences, SUPPORT.sourceTokens).map((source, i) => ({
  source,
  sentence: textOf(SUPPORT.sentenceTokens, i),
}));
const answers = [
  await timed('ranking for one question', () => passages.rank(asked, windows)),
  await timed('support of 6 sentences', () => passages.support(pairs)),
];
await passages.close();

console.log(
  `Our own models in WebAssembly on ${cpus()[0]?.model ?? 'an unknown processor'}\nThe encoder: one text, one thread`,
);
console.table(rows);
console.log('Passages in the background');
console.table(rates);
console.log(`For one answer, ${THREADS} threads`);
console.table(answers);

function textsOf(count: number, tokens: number): string[] {
  return Array.from({ length: count }, (_, i) => textOf(tokens, i));
}

async function timed(what: string, work: () => Promise<unknown>): Promise<Record<string, unknown>> {
  await work();
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let round = 0; round < ANSWERS; round += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  const cpu = cpuMsSince(before) / ANSWERS;
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
  return { what, 'fastest ms': at(0), 'p50 ms': at(0.5), 'processor ms': Math.round(cpu) };
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
