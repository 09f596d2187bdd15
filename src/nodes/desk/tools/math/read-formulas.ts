import type { Figure } from './figure.ts';
import type { Statement } from './statement.ts';

/** "X is Y multiplied by Z", as a document says it: names, not yet numbers. */
export interface Formula {
  name: string;
  left: string;
  operator: '*' | '/';
  right: string;
  /** Where the right side is a number itself. */
  figure: Figure | null;
}

const DEFINITION =
  /^(?:the |mức |số )?(.{2,80}?) (?:is|equals|bằng|được tính bằng) (?:the )?(.{2,80}?) (multiplied by|times|divided by|nhân với|chia cho) (?:the )?(?:number of |số )?(.{1,80}?)\.?$/iu;

/** What the statements say follows from what. */
export function readFormulas(statements: readonly Statement[]): Formula[] {
  return statements.flatMap(({ text, figures }) => {
    const found = DEFINITION.exec(text);
    if (!found) return [];
    const [, name = '', left = '', word = '', right = ''] = found;
    const operator = /^(?:multiplied|times|nhân)/iu.test(word) ? ('*' as const) : ('/' as const);
    return [{ name, left, operator, right, figure: /^\d/u.test(right) ? (figures.at(-1) ?? null) : null }];
  });
}
