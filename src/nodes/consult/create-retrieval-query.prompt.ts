import type { Fence, Prompt } from '../../llm/gateway.port.ts';

export function createRetrievalQueryPrompt(
  input: {
    query: string;
    tried: string | null;
    formatted_conversation_history: string;
    context_summary: string;
    reason: string;
  },
  fence: Fence,
): Prompt {
  return {
    system: [
      'You word a search in a medical knowledge base of questions and answers.',
      'retrieval_query: the message as one question that can be understood without the conversation, in the language of the message. Name the drug, disease or person that "it" or "they" stands for. Nothing that was not asked.',
      ...(input.tried === null ? [] : ['The wording tried before found nothing fitting: use other words.']),
      'confidence: high, medium or low.',
      'reason: one short sentence.',
    ].join('\n'),
    user: [
      fence('earlier conversation', input.formatted_conversation_history),
      ...(input.context_summary === '' ? [] : [fence('summary of it', input.context_summary)]),
      ...(input.tried === null ? [] : [fence('wording tried before', input.tried)]),
      fence('message', input.query),
    ].join('\n\n'),
  };
}
