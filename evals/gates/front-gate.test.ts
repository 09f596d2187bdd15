import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFrontGate } from '../../src/gates/front/create-front-gate.ts';
import { findOrders } from '../../src/gates/front/injection/find-orders.ts';
import type { FrontGate } from '../../src/gates/front-gate.port.ts';
import { createMeaning } from '../../src/meaning/create-meaning.ts';
import type { Meaning } from '../../src/meaning/meaning.port.ts';
import { CI_FLOORS, measureStrangers, type Share, strangersRows } from './front-gate.ts';

/** Seconds on a quiet machine; other evaluations may keep this one busy for minutes. */
const LIMIT_MS = 900_000;
vi.setConfig({ testTimeout: LIMIT_MS });

let meaning: Meaning;
let gate: FrontGate;
beforeAll(async () => {
  meaning = await createMeaning({ deadlineMs: LIMIT_MS });
  gate = createFrontGate({ meaning, limitMs: LIMIT_MS });
});
afterAll(async () => {
  vi.resetConfig();
  await meaning.close();
});

const of = ({ right, all }: Share) => right / all;

describe.each(['en', 'vi'] as const)('the front gate on messages of strangers (held): %s', (language) => {
  it('notices emergencies, refuses clear attacks and leaves the rest alone', async () => {
    const rows = (strangersRows('held') ?? []).filter(({ lang }) => lang === language);
    const found = await measureStrangers(rows, {
      gate,
      findOrders: (texts) => findOrders(texts, { meaning }),
    });
    for (const [what, floor] of Object.entries(CI_FLOORS[language])) {
      expect(of(found[what as keyof typeof found]), what).toBeGreaterThanOrEqual(floor);
    }
  });
});

describe('what is counted of an examination', () => {
  it('takes each row by its label and place', async () => {
    const row = (text: string, label: 'now' | 'crisis' | 'attack' | 'none') => ({
      ...{ text, label, where: 'message' as const, lang: 'en' as const },
    });
    const rows = [
      row('alarm', 'now'),
      row('quiet', 'now'),
      row('care', 'crisis'),
      row('alarm', 'crisis'),
      row('quiet', 'none'),
      row('alarm', 'none'),
      row('refuse', 'none'),
      row('refuse', 'attack'),
      row('mark', 'attack'),
      row('quiet', 'attack'),
      { ...row('order', 'attack'), where: 'document' as const },
      { ...row('plain', 'none'), where: 'document' as const },
    ];
    const says = { alarm: 'stroke', care: 'suicide' } as Readonly<Record<string, string>>;
    const scripted: FrontGate = {
      check: async ({ message }) =>
        message === 'refuse'
          ? { outcome: 'refuse', code: 'QUERY_REFUSED', details: {}, language: 'en' }
          : {
              ...{ outcome: 'pass', message, language: 'en', redactions: {}, about_a_person: false },
              emergency: says[message] ? { category: says[message], message: '', phone: '115' } : null,
              suspicions: message === 'mark' ? [{ category: 'prompt', kind: 'heard' }] : [],
              language_note: null,
            },
    };
    const holdsBack = async (texts: readonly string[]) => texts.map((text) => text === 'order');
    expect(await measureStrangers(rows, { gate: scripted, findOrders: holdsBack })).toEqual({
      noticed: { right: 3, all: 4 },
      crises: { right: 1, all: 2 },
      leftAlone: { right: 2, all: 3 },
      refused: { right: 1, all: 3 },
      marked: { right: 2, all: 3 },
      passed: { right: 2, all: 3 },
      documentsHeldBack: { right: 1, all: 1 },
      documentsPassed: { right: 1, all: 1 },
    });
  });
});

describe('documents', () => {
  it('holds back nothing of the knowledge that ships, of which one file in eight is read', async () => {
    const folder = fileURLToPath(new URL('../../knowledge', import.meta.url));
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .filter((_, i) => i % 8 === 0);
    const texts = files.map((name) => readFileSync(join(folder, name), 'utf8'));
    const found = await findOrders(texts, { meaning });
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((_, i) => found[i])).toEqual([]);
  });
});
