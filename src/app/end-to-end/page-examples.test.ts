import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BY_AUDIENCE, BY_ROLE } from '../../../web/src/text/examples.ts';
import type { Answer } from '../../domain/answer.ts';
import { Language } from '../../domain/language.ts';
import { readJson } from '../testing/read-json.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

let server: RunningGalen;
beforeAll(async () => {
  server = await startGalen();
});
afterAll(() => server.stop());

const ROLES = Object.keys(BY_ROLE);
const PERSONS = [...ROLES, 'patient', 'clinician', 'researcher', 'admin'];

describe('the questions that the page offers', () => {
  it.each(PERSONS)('are answered for %s, in both languages', async (person) => {
    const { principal } = await readJson<{ principal: { audience: keyof typeof BY_AUDIENCE } }>(
      fetch(`${server.url}/v1/me`, { headers: { 'x-galen-as': person } }),
    );
    for (const language of Language.options) {
      for (const message of (BY_ROLE[person] ?? BY_AUDIENCE[principal.audience])[language]) {
        const answer = await readJson<Answer>(server.post('/v1/ask', { message }, { 'x-galen-as': person }));
        expect([message, answer.abstained, answer.language]).toEqual([message, null, language]);
        expect(answer.citations.length).toBeGreaterThan(0);
      }
    }
  });

  it('are each staff role’s own', () => {
    for (const language of Language.options) {
      const all = ROLES.flatMap((role) => BY_ROLE[role]?.[language] ?? []);
      expect(all.length).toBeGreaterThanOrEqual(9);
      expect(new Set(all).size).toBe(all.length);
    }
  });
});
