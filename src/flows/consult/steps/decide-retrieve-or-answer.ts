import { z } from 'zod';
import { SMALL_TALK_RESPONSES } from '../../../../texts/consult.ts';
import { fillTemplate, type Language } from '../../../domain/language.ts';
import type { Message } from '../../../domain/run-record.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { once, readPatterns } from '../../../language/read-lexicon.ts';
import type { SmallTalk } from '../../../language/read-small-talk.ts';
import { hasWordsOfItsOwn, recogniseSmallTalk } from '../../../language/read-small-talk.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import { askUnlessCertain } from '../../shared/ask-unless-certain.ts';
import { TurnState } from '../../shared/turn-state.ts';
import type { ConsultRole } from '../roles.ts';
import { consultRole, MODEL_CALLS } from '../roles.ts';

const MAX_SUMMARY = 600;

const cues = once(() => readPatterns('language/consult-cues', ['addresses'], 'iu'));

export const decideRetrieveOrAnswerTask = defineTask({
  name: 'decide-retrieve-or-answer',
  model: 'fast',
  input: z.object({
    query: z.string(),
    formatted_conversation_history: z.string(),
    /** What the asker said before, oldest first. */
    asked_before: z.array(z.string()),
    /** Whether the last thing said to the asker was a question. */
    was_asked: z.boolean(),
    about_a_person: z.boolean(),
  }),
  output: z.object({
    type: z.enum(['direct_response', 'retrieve_kb']),
    kind: z.enum(['greeting', 'thanks', 'goodbye', 'small_talk', 'capabilities', 'none']),
    context_summary: z.string().max(MAX_SUMMARY),
  }),
  prompt: (input, fence) => ({
    system: [
      'You sort messages to a medical assistant.',
      'type: direct_response for a greeting, thanks, goodbye, small talk or a question about the assistant itself; retrieve_kb for anything else, above all for anything about health, and for a message that does both.',
      'kind: which of these a direct response is; none for retrieve_kb.',
      'context_summary: one or two sentences on what of the earlier conversation is needed to understand the message; empty where nothing is.',
    ].join('\n'),
    user: [
      ...(input.formatted_conversation_history === ''
        ? []
        : [fence('earlier conversation', input.formatted_conversation_history)]),
      fence('message', input.query),
    ].join('\n\n'),
  }),
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 200,
  /** Answers when no model can: a message that is small talk to its last word is answered directly. */
  twin: ({ query, asked_before, was_asked }) => {
    const kind = recogniseSmallTalk(query) ?? (speaksOfNothingElse(query) ? 'small_talk' : null);
    const context_summary = summarizeContext(asked_before, MAX_SUMMARY);
    // "Yes" and "no" to a question are no small talk.
    return kind === null || (kind === 'small_talk' && was_asked)
      ? { type: 'retrieve_kb' as const, kind: 'none' as const, context_summary }
      : { type: 'direct_response' as const, kind, context_summary };
  },
});

const MAX_WORDS = 12;

/** Answers a greeting and its like at once; all else goes to the knowledge base. */
export function decideRetrieveOrAnswer({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'decide',
    reads: TurnState.pick({ language: true, history: true, about_a_person: true }).extend({
      query: z.string(),
      role: z.string(),
      formatted_conversation_history: z.string(),
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
  return !cues().addresses.test(query) && hasWordsOfItsOwn(query) ? 'speaks-to-nobody' : null;
}

function endsWithQuestion(message: Message | undefined): boolean {
  return message?.author === 'galen' && /\?\s*(?:\[\d+\]\s*)*$/u.test(message.text);
}

/** What is said to someone who greets, thanks or asks about Galen itself. Nothing of it is a medical claim. */
export function directResponse(kind: SmallTalk, role: ConsultRole, language: Language): string {
  const samples = role.samples[language].map((question) => `"${question}"`).join(' ');
  return fillTemplate(SMALL_TALK_RESPONSES[kind][language], { covers: role.covers[language], samples });
}

/** Speaks to Galen in the words of small talk alone, though in no order that the table knows. */
function speaksOfNothingElse(query: string): boolean {
  return (
    cues().addresses.test(query) &&
    query.split(/\s+/u).length <= MAX_WORDS &&
    !/\d/u.test(query) &&
    !hasWordsOfItsOwn(query)
  );
}

/** What was asked before, the latest whole and last, as much of it as there is room for. */
function summarizeContext(askedBefore: readonly string[], maxLength: number): string {
  let summary = '';
  for (const asked of askedBefore.toReversed()) {
    const longer = summary === '' ? asked : `${asked} ${summary}`;
    if (longer.length > maxLength) break;
    summary = longer;
  }
  return summary;
}
