import { createRequire } from 'node:module';
import type * as MathJs from 'mathjs';
import type { MathNode } from 'mathjs';

const load = createRequire(import.meta.url);
let loaded: Pick<MathJs.MathJsInstance, 'parse' | 'bignumber'> | undefined;

/**
 * Of all that mathjs can do: reading an expression into a tree, and decimals. The tree is walked here, never run. Loaded when the
 * first sum is done: it takes longer than all else that Galen starts with.
 */
export function mathjs() {
  if (loaded) return loaded;
  // A cast, because what is required has no types of its own; these are the package's.
  const { bignumberDependencies, create, parseDependencies } = load('mathjs') as typeof MathJs;
  loaded = create({ ...parseDependencies, ...bignumberDependencies }, { number: 'BigNumber', precision: 32 });
  return loaded;
}

const MAX_LENGTH = 300;
const MAX_DEPTH = 20;

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

/** What an expression comes to. Anything but names, numbers, the four operations and brackets is refused. */
export function walkExpression<Worth>(expression: string, algebra: Algebra<Worth>): Worth {
  if (expression.length > MAX_LENGTH) throw new RefusedExpression('too long');
  return worthOf(mathjs().parse(expression), 0);

  function worthOf(node: MathNode, depth: number): Worth {
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
    if (type === 'SymbolNode') return algebra.name(name ?? '');
    if (type === 'ConstantNode') return algebra.constant(String(value));
    if (type !== 'OperatorNode' || !args) throw new RefusedExpression('more than arithmetic');
    const [left, right] = args.map((arg) => worthOf(arg, depth + 1));
    if (left === undefined) throw new RefusedExpression('more than arithmetic');
    if (right === undefined) {
      if (fn !== 'unaryMinus') throw new RefusedExpression('more than arithmetic');
      return algebra.negate(left);
    }
    if (fn === 'add' || fn === 'subtract' || fn === 'multiply' || fn === 'divide')
      return algebra[fn](left, right);
    throw new RefusedExpression('more than arithmetic');
  }
}

export class RefusedExpression extends Error {}
