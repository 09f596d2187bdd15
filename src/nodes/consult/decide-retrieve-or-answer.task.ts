import { z } from 'zod';
import { defineTask } from '../../llm/define-task.ts';
import { decideRetrieveOrAnswerPrompt } from './decide-retrieve-or-answer.prompt.ts';
import { hasWordsOfItsOwn, recogniseSmallTalk } from './recognise-small-talk.ts';
import { summarizeContext } from './summarize-context.ts';

const MAX_SUMMARY = 600;

/** Words that speak to Galen rather than of health. */
export const ADDRESSES =
  /(?<!\p{L})(?:you|your|yourself|u|galen|robot|thank\p{L}*|thx|bye|goodbye|hi|hello|hey|bạn|ban|trợ lý|tro ly|ứng dụng|ung dung|cảm ơn|cám ơn|cam on|tạm biệt|tam biet|chào|chao)(?!\p{L})/iu;

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
  prompt: decideRetrieveOrAnswerPrompt,
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 200,
  timeoutMs: 5_000,
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

/** Speaks to Galen in the words of small talk alone, though in no order that the table knows. */
function speaksOfNothingElse(query: string): boolean {
  return (
    ADDRESSES.test(query) &&
    query.split(/\s+/u).length <= MAX_WORDS &&
    !/\d/u.test(query) &&
    !hasWordsOfItsOwn(query)
  );
}
