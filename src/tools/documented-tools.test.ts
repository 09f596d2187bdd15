import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { API_NAMES, OUTSIDE_APIS } from './http/outside-apis.ts';
import { UNAVAILABLE_REASONS } from './http/outside-client.ts';
import { sampleTools } from './testing/sample-tools.ts';

const TEXT = readFileSync(fileURLToPath(new URL('../../docs/tools.md', import.meta.url)), 'utf8');

describe('docs/tools.md', () => {
  it.each(sampleTools().map(({ name }) => name))('tells of %s', (name) => {
    expect(TEXT).toContain(`\`${name}\``);
  });

  it('names no tool that is none', () => {
    const named = [...TEXT.matchAll(/`([a-z]+(?:_[a-z]+){1,3})`/gu)].map((match) => match[1] ?? '');
    const verbs = /^(?:check|search|find|retrieve|get|analyze|add|prescribe|save)_/u;
    const known = new Set(sampleTools().map(({ name }) => name));
    expect(named.filter((name) => verbs.test(name) && !known.has(name))).toEqual([]);
  });

  it.each(Object.entries(UNAVAILABLE_REASONS))('gives the strategy for %s', (reason, strategy) => {
    const row = TEXT.split('\n').find((line) => line.startsWith('| ') && line.includes(`\`${reason}\``));
    expect(row).toContain(`\`${strategy}\``);
  });

  it.each(API_NAMES.map((name) => OUTSIDE_APIS[name].baseUrl))('names the address %s', (url) => {
    expect(TEXT).toContain(url);
  });
});
