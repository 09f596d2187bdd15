const MAX_LENGTH = 300;
const MAX_DEPTH = 20;
const TOKEN = /\s*(?:(n\d+|\d+(?:\.\d+)?|[-+*/()])|$)/uy;
/** Months in a year, minutes in an hour, and the like: the only numbers that need no source. */
const CALENDAR = new Set(['1', '3', '4', '7', '12', '24', '60', '100', '365', '1024']);

export type Evaluation = { ok: true; value: number } | { ok: false; problem: string };

/** The value of an expression over named figures. Anything but figures, the four operations and brackets is refused. */
export function evaluateExpression(expression: string, figures: ReadonlyMap<string, number>): Evaluation {
  try {
    const { over, under } = walkExpression<Fraction>(expression, {
      name(name) {
        const figure = figures.get(name);
        if (figure === undefined) throw new RefusedExpression('an unknown name');
        return fractionOf(String(figure));
      },
      constant(written) {
        if (!CALENDAR.has(written)) throw new RefusedExpression('a number without a source');
        return fractionOf(written);
      },
      negate: (one) => ({ ...one, over: -one.over }),
      add: (a, b) => ({ over: a.over * b.under + b.over * a.under, under: a.under * b.under }),
      subtract: (a, b) => ({ over: a.over * b.under - b.over * a.under, under: a.under * b.under }),
      multiply: (a, b) => ({ over: a.over * b.over, under: a.under * b.under }),
      divide(a, b) {
        if (b.over === 0n) throw new RefusedExpression('a division by nothing');
        return { over: a.over * b.under, under: a.under * b.over };
      },
    });
    const value = toNumber(over, under);
    return Number.isFinite(value) ? { ok: true, value } : { ok: false, problem: 'not a finite number' };
  } catch (error) {
    if (error instanceof RefusedExpression) return { ok: false, problem: error.message };
    throw error;
  }
}

/** What each part of an expression comes to: numbers, or what they measure. */
export interface Algebra<Worth> {
  name: (name: string) => Worth;
  constant: (written: string) => Worth;
  negate: (one: Worth) => Worth;
  add: (left: Worth, right: Worth) => Worth;
  subtract: (left: Worth, right: Worth) => Worth;
  multiply: (left: Worth, right: Worth) => Worth;
  divide: (left: Worth, right: Worth) => Worth;
}

export class RefusedExpression extends Error {}

/** What an expression comes to, read by recursive descent: nothing of it is ever run as code. */
export function walkExpression<Worth>(expression: string, algebra: Algebra<Worth>): Worth {
  const tokens = tokensOf(expression);
  let at = 0;
  const worth = sum(0);
  if (at < tokens.length) throw new RefusedExpression('more than arithmetic');
  return worth;

  function sum(depth: number): Worth {
    let left = product(depth);
    for (let sign = tokens[at]; sign === '+' || sign === '-'; sign = tokens[at]) {
      at += 1;
      const right = product(depth);
      left = sign === '+' ? algebra.add(left, right) : algebra.subtract(left, right);
    }
    return left;
  }

  function product(depth: number): Worth {
    let left = factor(depth);
    for (let sign = tokens[at]; sign === '*' || sign === '/'; sign = tokens[at]) {
      at += 1;
      const right = factor(depth);
      left = sign === '*' ? algebra.multiply(left, right) : algebra.divide(left, right);
    }
    return left;
  }

  function factor(depth: number): Worth {
    if (depth > MAX_DEPTH) throw new RefusedExpression('nested too deeply');
    const token = tokens[at] ?? '';
    at += 1;
    if (token === '-') return algebra.negate(factor(depth + 1));
    if (token === '(') {
      const inner = sum(depth + 1);
      if (tokens[at] !== ')') throw new RefusedExpression('an open bracket');
      at += 1;
      return inner;
    }
    if (token.startsWith('n')) return algebra.name(token);
    if (/^\d/u.test(token)) return algebra.constant(token);
    throw new RefusedExpression('more than arithmetic');
  }
}

function tokensOf(expression: string): string[] {
  if (expression.length > MAX_LENGTH) throw new RefusedExpression('too long');
  const tokens: string[] = [];
  const reader = new RegExp(TOKEN);
  for (;;) {
    const match = reader.exec(expression);
    if (!match) throw new RefusedExpression('more than arithmetic');
    if (match[1] === undefined) return tokens;
    tokens.push(match[1]);
  }
}

/** Exact, so that a tenth and two tenths are three tenths. */
interface Fraction {
  over: bigint;
  under: bigint;
}

function fractionOf(written: string): Fraction {
  const match = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/u.exec(written);
  if (!match) throw new RefusedExpression('not a finite number');
  const [, whole = '', part = '', power = '0'] = match;
  const digits = BigInt(whole + part);
  const shift = Number(power) - part.length;
  return shift < 0
    ? { over: digits, under: 10n ** BigInt(-shift) }
    : { over: digits * 10n ** BigInt(shift), under: 1n };
}

const DECIMALS = 24;

function toNumber(over: bigint, under: bigint): number {
  const scaled = (over * 10n ** BigInt(DECIMALS)) / under;
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(DECIMALS + 1, '0');
  const size = Number(`${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`);
  return scaled < 0n ? -size : size;
}
