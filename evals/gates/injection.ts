import { fileURLToPath } from 'node:url';
import { loadConfig } from '../../src/app/config.ts';
import { judgeMessage } from '../../src/gates/front/injection/detect-injection.ts';
import { type InjectionItem, ourInjectionSet, sharedInjectionSets } from './load-injection.ts';

/** How many of one kind were refused (clear) and how many passed with a mark (doubtful). */
export interface InjectionCount {
  asked: number;
  clear: number;
  doubtful: number;
  /** Attacks that were not refused, harmless texts that were. */
  wrong: string[];
}

export type SplitName = 'tune' | 'held';

export interface InjectionReport {
  /** Set → split → "attack sql" → counts; "attack" and "harmless" alone are the totals. */
  sets: Record<string, Record<SplitName, Record<string, InjectionCount>>>;
  /** Sets whose data is not on this machine: not measured, not passed. */
  absent: string[];
  /** Milliseconds for a message of 2,000 characters. */
  speed: { p50_ms: number; p95_ms: number };
}

const SPEED_RUNS = 300;
const MESSAGE_LENGTH = 2_000;

/** Counts what the injection gate refuses, on our own set and on the shared ones. Only a refusal counts as caught. */
export function measureInjection(data: string): InjectionReport {
  const shared = sharedInjectionSets(data);
  const ours = ourInjectionSet();
  const sets = { ours, ...shared };
  return {
    sets: Object.fromEntries(
      Object.entries(sets).map(([name, items]) => [
        name,
        { tune: count(items, 'tune'), held: count(items, 'held') },
      ]),
    ),
    absent: shared ? [] : ['deepset', 'http-params', 'gotestwaf'],
    speed: measureSpeed(ours.map(({ text }) => text)),
  };
}

function count(items: readonly InjectionItem[], split: SplitName): Record<string, InjectionCount> {
  const counts: Record<string, InjectionCount> = {};
  for (const item of items.filter((candidate) => candidate.split === split)) {
    const strength = judgeMessage(item.text)[0]?.strength;
    for (const name of [item.label, `${item.label} ${item.category}`]) {
      counts[name] ??= { asked: 0, clear: 0, doubtful: 0, wrong: [] };
      counts[name].asked += 1;
      if (strength) counts[name][strength] += 1;
      if ((strength === 'clear') !== (item.label === 'attack')) counts[name].wrong.push(item.id);
    }
  }
  return counts;
}

/** Ordinary messages made of the set's harmless and hostile texts in turn. */
function measureSpeed(texts: readonly string[]): InjectionReport['speed'] {
  const all = texts.join(' ');
  const times: number[] = [];
  for (let run = 0; run < SPEED_RUNS; run++) {
    const from = (run * 997) % Math.max(1, all.length - MESSAGE_LENGTH);
    const message = all.slice(from, from + MESSAGE_LENGTH);
    const start = performance.now();
    judgeMessage(message);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 1_000) / 1_000;
  return { p50_ms: at(0.5), p95_ms: at(0.95) };
}

function print({ sets, absent, speed }: InjectionReport): void {
  for (const [name, splits] of Object.entries(sets)) {
    for (const [split, counts] of Object.entries(splits)) {
      for (const [kind, { asked, clear, doubtful, wrong }] of Object.entries(counts).sort()) {
        const right = asked - wrong.length;
        console.log(
          `${name} ${split} ${kind}: ${right}/${asked} right (${(right / asked).toFixed(4)}), ${clear} refused, ${doubtful} marked`,
        );
      }
    }
  }
  for (const name of absent) console.log(`${name}: not measured, its data is not here`);
  console.log(`2,000 characters: p50 ${speed.p50_ms} ms, p95 ${speed.p95_ms} ms`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  print(measureInjection(loadConfig().GALEN_EVAL_DATA));
}
