import { describe, expect, it } from 'vitest';
import { EN } from './texts.en.ts';
import { VI } from './texts.vi.ts';

/** Every text by its path; a function stands for what it says. */
function paths(texts: object, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' ? paths(value, `${before}${key}.`) : [`${before}${key}`],
  );
}

describe('the texts of the page', () => {
  it('exist in both languages, those of open lists included', () => {
    expect(paths(VI).sort()).toEqual(paths(EN).sort());
    expect(paths(EN).length).toBeGreaterThan(200);
  });
});
