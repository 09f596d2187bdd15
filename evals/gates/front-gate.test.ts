import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFrontGate } from '../../src/gates/front/create-front-gate.ts';
import { findOrders } from '../../src/gates/front/injection/find-orders.ts';
import type { FrontGate } from '../../src/gates/front-gate.port.ts';
import { createMeaning } from '../../src/meaning/create-meaning.ts';
import type { Meaning } from '../../src/meaning/meaning.port.ts';
import { CI_FLOORS, measureHeldEmergencies, measureHeldInjection, type Share } from './front-gate.ts';

let meaning: Meaning;
let gate: FrontGate;
beforeAll(async () => {
  meaning = await createMeaning({ deadlineMs: 120_000 });
  gate = createFrontGate({ meaning, limitMs: 120_000 });
});
afterAll(() => meaning.close());

const of = ({ right, all }: Share) => right / all;

describe.each(['en', 'vi'] as const)('the front gate on messages of strangers (held): %s', (language) => {
  it('notices emergencies and leaves the rest alone', async () => {
    const { sensitivity, crises, specificity } = await measureHeldEmergencies(gate, language);
    const floors = CI_FLOORS[language];
    expect(of(sensitivity)).toBeGreaterThanOrEqual(floors.sensitivity);
    expect(of(crises)).toBeGreaterThanOrEqual(floors.crises);
    expect(of(specificity)).toBeGreaterThanOrEqual(floors.specificity);
  });

  it('refuses attacks and passes what only looks like one', async () => {
    const { caught, passed } = await measureHeldInjection(gate, language, async (text) =>
      findOrders([text]).includes(true),
    );
    expect(of(caught)).toBeGreaterThanOrEqual(CI_FLOORS[language].caught);
    expect(of(passed)).toBeGreaterThanOrEqual(CI_FLOORS[language].passed);
  });
});

describe('documents', () => {
  it('holds back nothing of the knowledge that ships', async () => {
    const folder = fileURLToPath(new URL('../../knowledge', import.meta.url));
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    const texts = files.map((name) => readFileSync(join(folder, name), 'utf8'));
    const found = findOrders(texts);
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((_, i) => found[i])).toEqual([]);
  });
});
