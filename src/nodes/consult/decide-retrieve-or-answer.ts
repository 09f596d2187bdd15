import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { Message } from '../../domain/run-record.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { askUnlessCertain } from '../shared/ask-unless-certain.ts';
import { MODEL_CALLS } from './consult-words.ts';
import { ADDRESSES, decideRetrieveOrAnswerTask } from './decide-retrieve-or-answer.task.ts';
import { directResponse } from './direct-response.ts';
import { hasWordsOfItsOwn, recogniseSmallTalk } from './recognise-small-talk.ts';
import { consultRole } from './role-of.ts';

/** Answers a greeting and its like at once; all else goes to the knowledge base. */
export function decideRetrieveOrAnswer({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'decide',
    reads: z.object({
      query: z.string(),
      role: z.string(),
      language: Language,
      history: z.array(Message),
      formatted_conversation_history: z.string(),
      about_a_person: z.boolean(),
    }),
    outcomes: ['direct_response', 'retrieve_kb'],

    async run({ query, role, language, history, ...input }, context) {
      const task = decideRetrieveOrAnswerTask;
      const said = {
        ...input,
        query,
        asked_before: history.flatMap(({ author, text }) => (author === 'asker' ? [text] : [])),
        was_asked: endsWithQuestion(history.at(-1)),
      };
      const byRules = task.twin(said);
      const asked = await askUnlessCertain(gateway, task, said, context, {
        certain: certaintyOf(byRules.type, query),
        maxCalls: MODEL_CALLS.direct,
      });
      const { type, kind, context_summary } = asked.output;
      if (type === 'retrieve_kb') {
        return { outcome: 'retrieve_kb' as const, writes: { context_summary, route: 'retrieve_kb' } };
      }
      const draft = directResponse(kind === 'none' ? 'small_talk' : kind, consultRole(role), language);
      const writes = { draft, claims: false, route: 'direct_response', suggestion_questions: [] };
      return { outcome: 'direct_response' as const, writes };
    },
  });
}

/** The rule by which no model needs to be asked: either is right at least 98 times in 100 on the labelled messages. */
export function certaintyOf(type: 'direct_response' | 'retrieve_kb', query: string): string | null {
  if (type === 'direct_response')
    return recogniseSmallTalk(query) === null ? null : 'small-talk-to-the-last-word';
  return !ADDRESSES.test(query) && hasWordsOfItsOwn(query) ? 'speaks-to-nobody' : null;
}

function endsWithQuestion(message: Message | undefined): boolean {
  return message?.author === 'galen' && /\?\s*(?:\[\d+\]\s*)*$/u.test(message.text);
}
