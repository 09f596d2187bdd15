import { describe, expect, it } from 'vitest';
import { EN } from '../text/texts.en.ts';
import { VI } from '../text/texts.vi.ts';
import { sayProblem } from './say-problem.ts';

const INCOMPLETE = { place: 'front matter', reason: 'not as expected: year, evidence_level' };

describe('sayProblem', () => {
  it('names what is missing at the top of a file, in both languages', () => {
    expect(sayProblem(INCOMPLETE, EN)).toMatch(
      /^the details at its top: missing .*: year, evidence_level\./u,
    );
    expect(sayProblem(INCOMPLETE, VI)).toMatch(
      /^phần thông tin ở đầu tệp: thiếu .*: year, evidence_level\./u,
    );
  });

  it('leaves what it has no words for', () => {
    expect(sayProblem({ place: 'row 3', reason: 'it has no text' }, VI)).toBe('row 3: it has no text');
  });
});
