import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFrontGate } from '../../src/gates/front/create-front-gate.ts';
import { findOrders } from '../../src/gates/front/injection/find-orders.ts';
import type { FrontGate } from '../../src/gates/front-gate.port.ts';
import { createMeaning } from '../../src/meaning/create-meaning.ts';
import type { Meaning } from '../../src/meaning/meaning.port.ts';
import { CI_FLOORS, measureStrangers, type Share, strangersRows } from './front-gate.ts';

let meaning: Meaning;
let gate: FrontGate;
beforeAll(async () => {
  meaning = await createMeaning({ deadlineMs: 120_000 });
  gate = createFrontGate({ meaning, limitMs: 120_000 });
});
afterAll(() => meaning.close());

const of = ({ right, all }: Share) => right / all;

describe.each(['en', 'vi'] as const)('the front gate on messages of strangers (seen): %s', (language) => {
  it('notices emergencies, refuses clear attacks and leaves the rest alone', async () => {
    const rows = (strangersRows('seen') ?? []).filter(({ lang }) => lang === language);
    const found = await measureStrangers(rows, {
      gate,
      findOrders: (texts) => findOrders(texts, { meaning }),
    });
    for (const [what, floor] of Object.entries(CI_FLOORS[language])) {
      expect(of(found[what as keyof typeof found]), what).toBeGreaterThanOrEqual(floor);
    }
  });
});

describe('documents', () => {
  it('holds back nothing of the knowledge that ships', async () => {
    const folder = fileURLToPath(new URL('../../knowledge', import.meta.url));
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    const texts = files.map((name) => readFileSync(join(folder, name), 'utf8'));
    const found = await findOrders(texts, { meaning });
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((_, i) => found[i])).toEqual([]);
  });
});
