import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLongRun, sampleOrAll } from '../../src/domain/testing/long-runs.ts';
import { createBackGate } from '../../src/gates/back/create-back-gate.ts';
import type { FakeModelServer } from '../../src/llm/testing/fake-model-server.ts';
import { startFakeOpenAi } from '../../src/llm/testing/fake-openai.ts';
import { createMeaning } from '../../src/meaning/create-meaning.ts';
import type { Meaning } from '../../src/meaning/meaning.port.ts';
import { loadRecordings } from './recording.ts';
import { type Judged, judge, KINDS, type Kind, type Replayed, replay } from './replay.ts';
import { MODEL_TASKS } from './tasks.ts';

/** In the sample one in so many recordings of a task is replayed, the first among them. */
const ONE_IN = 8;

/** Of the whole, .04 and .98; a sample is small. What is below is for the gate to mend, and nothing here is for it to learn. */
const MAX_SURVIVED = sampleOrAll(0.2, 0.05);
const MIN_SHOWN = sampleOrAll(0.85, 0.95);

const all = loadRecordings();
const replayed = all.filter(({ task, id }) => {
  const place = all.filter((other) => other.task === task).findIndex((other) => other.id === id);
  return isLongRun || place % ONE_IN === 0;
});

let server: FakeModelServer;
let meaning: Meaning;
beforeAll(async () => {
  server = await startFakeOpenAi([]);
  meaning = await createMeaning({ threads: 1 });
});
afterAll(() => Promise.all([server.close(), meaning.close()]));

async function replayAll(kind: Kind): Promise<Replayed[]> {
  const results: Replayed[] = [];
  for (const recording of replayed) results.push(await replay(recording, kind, server));
  return results;
}

it('hold at least 200 exchanges, of every task, in both languages', () => {
  expect(all.length * KINDS.length).toBeGreaterThanOrEqual(200);
  expect(new Set(all.map(({ task }) => task))).toEqual(new Set(MODEL_TASKS.keys()));
  for (const flow of ['evidence', 'research', 'consult', 'clinic', 'desk']) {
    const languages = all.filter(({ task }) => task.startsWith(`${flow}/`)).map(({ language }) => language);
    expect(new Set(languages), flow).toEqual(new Set(['en', 'vi']));
  }
});

describe('replayed through the gateway', () => {
  it('a strong model’s replies are read as they come', async () => {
    const results = await replayAll('strong');
    expect(results.filter(({ by, fits }) => by !== 'model' || !fits)).toEqual([]);
  });

  it('a small model’s are read, or repaired, or the twin answers and says so', async () => {
    const results = await replayAll('small');
    for (const { id, by, degraded, fits } of results) {
      expect(fits, id).toBe(true);
      expect(degraded, id).toBe(by === 'twin' ? 'invalid-output' : null);
    }
    const share = (by: Replayed['by']) => results.filter((one) => one.by === by).length / results.length;
    console.info(
      `small: ${percent(share('model'))} read, ${percent(share('repair'))} repaired, ${percent(share('twin'))} by twins`,
    );
    expect(share('model') + share('repair')).toBeGreaterThan(0.5);
    expect(share('twin')).toBeGreaterThan(0);
  });
});

describe('what of a written answer reaches a reader', () => {
  it.each(KINDS)('of a %s model’s: what the sources say, and none of its errors', async (kind) => {
    const gate = createBackGate(undefined, { meaning, limitMs: 60_000 });
    const judged: Judged[] = [];
    for (const recording of replayed) {
      const one = await judge(recording, kind, gate);
      if (one !== null) judged.push(one);
    }
    const survived = judged.flatMap(({ planted }) => planted.survived);
    const lost = judged.flatMap(({ faithful }) => faithful.lost);
    const planted = survived.length + sum(judged.map((one) => one.planted.caught));
    const kept = sum(judged.map(({ faithful }) => faithful.kept));
    const replaced = sum(judged.map(({ faithful }) => faithful.replaced));
    const faithful = kept + replaced + lost.length;
    console.info(
      `${kind}: of ${faithful} faithful sentences ${percent(kept / faithful)} kept, ${percent(replaced / faithful)} replaced by a source’s own; ` +
        `of ${planted} planted errors ${percent(survived.length / Math.max(1, planted))} survived`,
    );
    expect(survived.length / Math.max(1, planted), survived.join('\n')).toBeLessThanOrEqual(MAX_SURVIVED);
    expect((kept + replaced) / faithful, lost.join('\n')).toBeGreaterThanOrEqual(MIN_SHOWN);
  });
});

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
