import type { Fence, Prompt } from '../../llm/gateway.port.ts';

export function decideRetrieveOrAnswerPrompt(
  input: { query: string; formatted_conversation_history: string },
  fence: Fence,
): Prompt {
  return {
    system: [
      'You sort messages to a medical assistant.',
      'type: direct_response for a greeting, thanks, goodbye, small talk or a question about the assistant itself; retrieve_kb for anything else, above all for anything about health, and for a message that does both.',
      'kind: which of these a direct response is; none for retrieve_kb.',
      'context_summary: one or two sentences on what of the earlier conversation is needed to understand the message; empty where nothing is.',
    ].join('\n'),
    user: [
      fence('earlier conversation', input.formatted_conversation_history),
      fence('message', input.query),
    ].join('\n\n'),
  };
}
