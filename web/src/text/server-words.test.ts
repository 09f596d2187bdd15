import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stepLabel } from '../run/step-label.ts';
import { EN } from './texts.en.ts';

const SERVER = join(import.meta.dirname, '../../../src');
/** Kinds of documents that are kept. */
const STORED = ['qa', 'pubmed', 'interactions'];
const source = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.ts$/u.test(name) && !/\.(?:test|contract)\.ts$|testing\//u.test(name))
  .map((name) => readFileSync(join(SERVER, name), 'utf8'))
  .join('\n');
const found = (pattern: RegExp) => [...new Set([...source.matchAll(pattern)].map(([, name]) => name ?? ''))];

describe('what the server tells of', () => {
  it('has a name on the page: every step', () => {
    const steps = found(/define(?:Node|Pause)\(\{\s*step: '([\w-]+)'/gu);
    expect(steps.length).toBeGreaterThan(25);
    expect(steps.filter((step) => stepLabel(step, EN) === step.replaceAll(/[-_]/gu, ' '))).toEqual([]);
  });

  it('has a name on the page: every note', () => {
    const topics = found(/type: 'note',\s*data: \{\s*topic: '([\w-]+)'/gu).filter(
      (topic) => topic !== 'accepted',
    );
    expect(topics.length).toBeGreaterThan(15);
    expect(topics.filter((topic) => EN.notes[topic] === undefined)).toEqual([]);
  });

  it('has a name on the page: every source that is no document', () => {
    const types = found(/source_type: '(\w+)'/gu).filter((type) => !STORED.includes(type));
    expect(types.length).toBeGreaterThan(6);
    expect(types.filter((type) => EN.madeSources[type] === undefined)).toEqual([]);
  });
});
