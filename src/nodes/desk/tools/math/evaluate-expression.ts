import { createRequire } from 'node:module';
import type * as MathJs from 'mathjs';
import type { BigNumber, MathNode } from 'mathjs';

const load = createRequire(import.meta.url);
let loaded: Pick<MathJs.MathJsInstance, 'parse' | 'bignumber'> | undefined;

/**
 * Of all that mathjs can do: reading an expression into a tree, and decimals. The tree is walked here, never run. Loaded when the
 * first sum is done: it takes longer than all else that Galen starts with.
 */
function mathjs() {
  if (loaded) return loaded;
  // A cast, because what is required has no types of its own; these are the package's.
  const { bignumberDependencies, create, parseDependencies } = load('mathjs') as typeof MathJs;
  loaded = create({ ...parseDependencies, ...bignumberDependencies }, { number: 'BigNumber', precision: 32 });
  return loaded;
}

const MAX_LENGTH = 300;
const MAX_DEPTH = 20;
/** Months in a year, minutes in an hour, and the like: the only numbers that need no source. */
const CALENDAR = new Set(['1', '3', '4', '7', '12', '24', '60', '100', '365', '1024']);

export type Evaluation = { ok: true; value: number } | { ok: false; problem: string };

/** The value of an expression over named figures. Anything but figures, the four operations and brackets is refused. */
export function evaluateExpression(expression: string, figures: ReadonlyMap<string, number>): Evaluation {
  const math = mathjs();
  if (expression.length > MAX_LENGTH) return { ok: false, problem: 'too long' };
  try {
    const value = worthOf(math.parse(expression), 0).toNumber();
    return Number.isFinite(value) ? { ok: true, value } : { ok: false, problem: 'not a finite number' };
  } catch (error) {
    return { ok: false, problem: error instanceof RefusedExpression ? error.message : 'not an expression' };
  }

  function worthOf(node: MathNode, depth: number): BigNumber {
    if (depth > MAX_DEPTH) throw new RefusedExpression('nested too deeply');
    // mathjs's own type names tell its node classes apart; their fields are as its typings say.
    const { type, content, args, fn, name, value } = node as MathNode & {
      content?: MathNode;
      args?: MathNode[];
      fn?: unknown;
      name?: string;
      value?: unknown;
    };
    if (type === 'ParenthesisNode' && content) return worthOf(content, depth + 1);
    if (type === 'SymbolNode') {
      const figure = figures.get(name ?? '');
      if (figure === undefined) throw new RefusedExpression('an unknown name');
      return math.bignumber(figure);
    }
    if (type === 'ConstantNode') {
      if (!CALENDAR.has(String(value))) throw new RefusedExpression('a number without a source');
      return math.bignumber(String(value));
    }
    if (type !== 'OperatorNode' || !args) throw new RefusedExpression('more than arithmetic');
    const [left, right] = args.map((arg) => worthOf(arg, depth + 1));
    if (left === undefined) throw new RefusedExpression('more than arithmetic');
    if (right === undefined) {
      if (fn !== 'unaryMinus') throw new RefusedExpression('more than arithmetic');
      return left.neg();
    }
    if (fn === 'add') return left.plus(right);
    if (fn === 'subtract') return left.minus(right);
    if (fn === 'multiply') return left.times(right);
    if (fn === 'divide') return left.div(right);
    throw new RefusedExpression('more than arithmetic');
  }
}

class RefusedExpression extends Error {}
