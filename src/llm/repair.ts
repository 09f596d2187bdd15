import type { ModelRequest } from './model-request.ts';
import type { OutputShape } from './output-shape.ts';

/** What is shown again of a failed answer. */
const MAX_SHOWN = 8_000;

/** The same request, followed by the answer that did not fit and what is wrong with it. */
export function repairRequest(
  request: ModelRequest,
  answer: string,
  problem: string,
  shape: OutputShape,
): ModelRequest {
  const form =
    shape.kind === 'structured'
      ? 'Answer again with the corrected JSON value and nothing else.'
      : 'Answer again.';
  return {
    ...request,
    messages: [
      ...request.messages,
      // Some providers refuse an empty message.
      { role: 'assistant', content: answer.slice(0, MAX_SHOWN) || '(no answer)' },
      { role: 'user', content: `Your answer does not fit:\n${problem}\n\n${form}` },
    ],
  };
}
