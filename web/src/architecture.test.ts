import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const HERE = import.meta.dirname;

describe('the page', () => {
  const files = readdirSync(HERE, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/u.test(name))
    .map((name) => ({ name, text: readFileSync(join(HERE, name), 'utf8') }));

  it('imports types of the domain and nothing else of the server', () => {
    // A test may look at what a type cannot show.
    const built = files.filter(({ name }) => !name.endsWith('.test.ts'));
    const imports = built.flatMap(({ name, text }) =>
      [...text.matchAll(/import\s(type\s)?[^;]*?from '((?:\.\.\/)+src\/[^']+)'/gu)].map((found) => ({
        name,
        isType: found[1] !== undefined,
        from: found[2] ?? '',
      })),
    );
    expect(imports.length).toBeGreaterThan(20);
    expect(imports.filter(({ isType, from }) => !isType || !/^(?:\.\.\/)+src\/domain\//u.test(from))).toEqual(
      [],
    );
  });

  it('puts no HTML into itself', () => {
    const spelled = ['dangerously', 'SetInnerHTML'].join('');
    expect(files.filter(({ text }) => text.includes(spelled))).toEqual([]);
  });
});
