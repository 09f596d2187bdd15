import { z } from 'zod';
import { defineTask } from '../../llm/define-task.ts';
import { Candidate } from './consult-words.ts';
import { filterCandidatesPrompt } from './filter-candidates.prompt.ts';

/** As many as are ever selected. */
export const MAX_SELECTED = 10;
/** A pair this far behind the best one answers another question. */
const MIN_SHARE_OF_BEST = 0.6;

export const filterCandidatesTask = defineTask({
  name: 'filter-candidates',
  model: 'fast',
  input: z.object({
    question: z.string(),
    /** Best first. */
    candidates: z.array(Candidate),
    about_a_person: z.boolean(),
  }),
  /** Numbers of the list, from 1. */
  output: z.object({ selected: z.array(z.number().int()).max(100) }),
  prompt: filterCandidatesPrompt,
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 100,
  timeoutMs: 5_000,
  /** Answers when no model can: those nearly as near as the nearest. */
  twin: ({ candidates }) => {
    const best = Math.max(0, ...candidates.map(({ score }) => score));
    const numbered = candidates.map(({ score }, i) => ({ score, number: i + 1 }));
    const near = numbered.filter(({ score }) => score >= best * MIN_SHARE_OF_BEST);
    return { selected: near.slice(0, MAX_SELECTED).map(({ number }) => number) };
  },
});
