/** What a model is told to say, and nothing else, when the sources do not answer. */
export const INSUFFICIENT = 'INSUFFICIENT';

/** A model says so in a word; a twin has no sentence to give. */
export function isInsufficient(draft: string): boolean {
  return draft === '' || draft.replace(/[^\p{L}]/gu, '').toUpperCase() === INSUFFICIENT;
}
