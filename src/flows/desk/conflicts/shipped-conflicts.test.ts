import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../../domain/language.ts';
import { splitProse } from '../../../language/sentences.ts';
import type { Said } from './detect-conflict.ts';
import { detectConflict } from './detect-conflict.ts';

/** Documents on different subjects of which one contradicts the other, as they were written to. */
const REAL = [
  'general-newcomer-vi × hr-annual-leave-2025-vi: number',
  'general-newcomer-vi × hr-remote-work-vi: number',
  'general-newcomer-vi × hr-uniform-vi: negation',
  'general-newcomer-vi × it-incident-vi: number',
];
/** Seen though they are none: the price of going by words in common. */
const FALSE = [
  'general-newcomer-vi × hr-probation-vi: number',
  'general-telephone-vi × it-password-reset-vi: negation',
  'hr-probation-vi × hr-remote-work-vi: number',
];
const BOILERPLATE = /\((?:fictional|hư cấu)\)|^(?:Câu hỏi về|Questions about)|^#/u;

interface Policy {
  id: string;
  language: Language;
  topic: string;
  sentences: Said[];
}

describe('contradictions between the policies that ship', () => {
  it('are seen between documents of different subjects where they were put, and hardly elsewhere', () => {
    const policies = readPolicies();
    const found = policies.flatMap((a, i) =>
      policies
        .slice(i + 1)
        .filter((b) => a.language === b.language && a.topic !== b.topic)
        .flatMap((b) => conflictsBetween(a, b)),
    );
    expect([...new Set(found)].sort()).toEqual([...REAL, ...FALSE].sort());
  }, 120_000);
});

function conflictsBetween(a: Policy, b: Policy): string[] {
  return a.sentences.flatMap((one) =>
    b.sentences.flatMap((other) => {
      const kind = detectConflict(one, other);
      return kind === null ? [] : [`${a.id} × ${b.id}: ${kind}`];
    }),
  );
}

function readPolicies(): Policy[] {
  const folder = fileURLToPath(new URL('../../../../knowledge/desk', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.md'),
  );
  return files.sort().map((file) => {
    const [, front = '', body = ''] = readFileSync(`${folder}/${file}`, 'utf8').split(/^---$/mu);
    const language: Language = /^language: en$/mu.test(front) ? 'en' : 'vi';
    const sentences = splitProse(body, language)
      .map(({ text }) => text)
      .filter((text) => !BOILERPLATE.test(text))
      .map((text) => ({ text, language }));
    return {
      id: basename(file, '.md'),
      language,
      topic: /^topic: (\S+)/mu.exec(front)?.[1] ?? '',
      sentences,
    };
  });
}
