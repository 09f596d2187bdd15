import { CONTRASTS, SPECIAL_CASES } from './contrasts.ts';

/** Whether a statement is about another case than a question is: a weekday where it asks about a holiday. */
export function isOfAnotherCase(statement: string, question: string): boolean {
  const [said, asked] = [spaced(statement), spaced(question)];
  return CONTRASTS.filter((cases) => !cases.flat().includes('a day')).some((cases) => {
    const named = (text: string) => cases.filter((words) => isNamed(words, text));
    const [inSaid, inAsked] = [named(said), named(asked)];
    return inSaid.length > 0 && inAsked.length > 0 && !inSaid.some((one) => inAsked.includes(one));
  });
}

/** Whether a statement is about a special case of which the other text says nothing. */
export function namesSpecialCaseBeyond(statement: string, other: string): boolean {
  const [said, known] = [spaced(statement), spaced(other)];
  return SPECIAL_CASES.some((words) => isNamed(words, said) && !isNamed(words, known));
}

function isNamed(words: readonly string[], text: string): boolean {
  return words.some((word) => text.includes(` ${word} `));
}

function spaced(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}
