import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateExpression } from './evaluate-expression.ts';

const FIGURES = new Map([
  ['n1', 11_000_000],
  ['n2', 22],
  ['n3', 14],
  ['n4', 0.015],
]);

describe('evaluateExpression', () => {
  it.each([
    ['n1 / n2 * n3', 7_000_000],
    ['(n1 - n2) * 12', 131_999_736],
    ['-n2 + n3', -8],
    ['n1 * (n4 + n4)', 330_000],
  ])('%s is %d', (expression, value) => {
    expect(evaluateExpression(expression, FIGURES)).toEqual({ ok: true, value });
  });

  it('calculates in decimals', () => {
    const figures = new Map([
      ['n1', 0.1],
      ['n2', 0.2],
    ]);
    expect(evaluateExpression('n1 + n2', figures)).toEqual({ ok: true, value: 0.3 });
  });

  it.each([
    'n1 + 5',
    'n9',
    'import("fs")',
    'n1.constructor',
    'n1^n2',
    'cos(n1)',
    'f(x) = x',
    'n1 = 3',
    'n1; n2',
    '[n1, n2]',
    '{a: n1}',
    '"text"',
    'n1 > n2 ? n1 : n2',
    'n1!',
    'n1:n2',
    'createUnit("x")',
    'evaluate("n1")',
    'n1 /',
    '',
    `${'('.repeat(50)}n1${')'.repeat(50)}`,
    'n1 +'.repeat(200),
  ])('refuses %s', (expression) => {
    expect(evaluateExpression(expression, FIGURES).ok).toBe(false);
  });

  it('takes any text without harm: a finite number or a refusal', () => {
    const piece = fc.constantFrom(
      'n1',
      'n2',
      '+',
      '-',
      '*',
      '/',
      '(',
      ')',
      '^',
      '!',
      ';',
      '1',
      '12',
      'e',
      '[',
      '"',
      '.',
      'x',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 60 }).map((parts) => parts.join(' ')),
    );
    fc.assert(
      fc.property(text, (expression) => {
        const evaluation = evaluateExpression(expression, FIGURES);
        return !evaluation.ok || Number.isFinite(evaluation.value);
      }),
      { numRuns: 1_000 },
    );
  });

  it('refuses what is no finite number', () => {
    expect(evaluateExpression('n1 / (n2 - n2)', FIGURES).ok).toBe(false);
  });
});
