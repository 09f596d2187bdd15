import { intentOf } from '../evidence/classify-intent.ts';
import { selectSentences } from '../evidence/select-sentences.ts';
import { composeComparison } from './compose-comparison.ts';
import { composeSteps } from './compose-steps.ts';
import { composeTimes } from './compose-times.ts';
import { sentencesByPart } from './sentences-by-part.ts';
import type { SynthesisInput } from './synthesis-input.ts';

/** An answer in the sources' own sentences, in the form its kind of question asks for; empty when they have none. */
export function composeFromSources(input: SynthesisInput): string {
  if (input.sub_queries.length < 2) return selectSentences(asPlainInput(input));
  const parts = sentencesByPart(input);
  if (parts.every((sentences) => sentences.length === 0)) return '';
  if (input.type === 'COMPARATIVE') return composeComparison(input, parts);
  return input.type === 'TEMPORAL' ? composeTimes(input, parts) : composeSteps(input, parts);
}

function asPlainInput({ question, language, evidence, found, sub_queries, about_a_person }: SynthesisInput) {
  const latest = found.at(-1);
  return {
    question: sub_queries[0]?.search ?? question,
    language,
    intent: intentOf(question, language),
    evidence,
    surroundings: [],
    query_terms: latest?.terms ?? [],
    expansions: latest?.expansions ?? [],
    history: [],
    about_a_person,
  };
}
