import { z } from 'zod';
import { accessOf, Principal } from '../../domain/access.ts';
import { Language } from '../../domain/language.ts';
import { Expansion, RankedPassage, TermWeight } from '../../domain/passage.ts';
import { Message } from '../../domain/run-record.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import type { PassageIndex } from '../../retrieval/passage-index.port.ts';
import { isInsufficient } from '../shared/insufficient.ts';
import { quarantineNote } from '../shared/mark-quarantined.ts';
import { Intent } from './classify-intent.ts';
import { generateAnswerTask } from './generate-answer.task.ts';
import { surroundingText } from './surrounding-text.ts';

interface GeneratePorts {
  gateway: Gateway;
  passages: Pick<PassageIndex, 'neighbours'>;
  /** How many passages before and after a source a model reads with it. */
  contextReach: number;
}

/** Writes the answer from the evidence. What it claims is checked by the back gate, not here. */
export function generateAnswer({ gateway, passages, contextReach }: GeneratePorts) {
  return defineNode({
    step: 'generate',
    reads: z.object({
      principal: Principal,
      search_query: z.string(),
      language: Language,
      intent: Intent,
      evidence: z.array(RankedPassage),
      query_terms: z.array(TermWeight),
      expansions: z.array(Expansion),
      history: z.array(Message),
      about_a_person: z.boolean(),
    }),
    outcomes: ['answered', 'insufficient'],

    async run({ search_query, principal, ...input }, context) {
      const surroundings = await surroundingsOf(input.evidence, principal);
      // The question as it was searched for: a follow-up says there what it leans on.
      const asked = { ...input, question: search_query, surroundings };
      const quarantined = quarantineNote(input.evidence);
      if (quarantined) context.emit({ type: 'note', data: quarantined });
      const { output } = await gateway.run(generateAnswerTask, asked, context);
      const draft = output.trim();
      if (!isInsufficient(draft)) return { outcome: 'answered' as const, writes: { draft } };
      context.emit({ type: 'note', data: { topic: 'stream-void', task: generateAnswerTask.name } });
      return { outcome: 'insufficient' as const, writes: { draft } };
    },
  });

  async function surroundingsOf(evidence: readonly RankedPassage[], principal: Principal) {
    // The twin quotes the evidence alone.
    if (contextReach === 0 || gateway.modelName === 'none') return [];
    const ids = evidence.map(({ id }) => id);
    const neighbours = await passages.neighbours(accessOf(principal), ids, contextReach);
    return surroundingText(evidence, neighbours, contextReach);
  }
}
