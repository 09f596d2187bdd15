import { type Candidate, inReadingOrder } from '../evidence/select-sentences.ts';
import { nameParts } from './name-parts.ts';
import type { SynthesisInput } from './synthesis-input.ts';

const MAX_PER_STEP = 2;
const MAX_NAME = 80;

/** Step by step, in the order of the parts; a part that the sources say nothing of has no step. */
export function composeSteps({ sub_queries }: SynthesisInput, parts: readonly Candidate[][]): string {
  const names = nameParts(sub_queries.map(({ query }) => query));
  const steps = parts.flatMap((sentences, part) => {
    const name = names[part] ?? '';
    const text = inReadingOrder(sentences.slice(0, MAX_PER_STEP))
      .map((sentence) => `${sentence.text} [${sentence.source}]`)
      .join(' ');
    if (text === '') return [];
    return [name === '' || name.length > MAX_NAME ? text : `**${name}:** ${text}`];
  });
  return steps.map((step, i) => `${i + 1}. ${step}`).join('\n');
}
