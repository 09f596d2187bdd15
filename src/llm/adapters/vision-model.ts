import { generateText } from 'ai';
import type { IdSource, RandomSource } from '../../domain/run-context.ts';
import type { Vision } from '../../tools/vision.port.ts';
import { startTimeLimit } from '../call-model.ts';
import { createFence } from '../fence.ts';
import type { ModelHandle } from '../model-request.ts';

const MAX_OUTPUT_TOKENS = 600;

const TASK =
  'You describe a medical image to a clinician. Say what kind of image it is, what is seen, and what cannot be judged ' +
  'from it. Name findings, not diagnoses, and say how sure you are. If it is not a medical image, say so.';
const LANGUAGES = { en: 'Answer in English.', vi: 'Answer in Vietnamese.' };

/** A model that looks at images. Its failures are values: null when it could not be asked. */
export function createVisionModel({
  handle,
  timeoutMs,
  newId,
  random,
  logProblem,
}: {
  handle: ModelHandle;
  timeoutMs: number;
  newId: IdSource;
  random: RandomSource;
  logProblem: (problem: string, error: unknown) => void;
}): Vision {
  return {
    name: handle.name,
    async describe({ bytes, type, question, language }, signal) {
      const limit = startTimeLimit(timeoutMs, signal);
      const { fence, explanation } = createFence({ newId, random });
      try {
        const { text } = await generateText({
          model: handle.languageModel,
          system: [TASK, LANGUAGES[language], explanation].join('\n\n'),
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', text: fence('question', question) },
                // In base64: Ollama's provider puts on the wire what it is given, and bytes would go as a list of numbers.
                { type: 'image', image: Buffer.from(bytes).toString('base64'), mediaType: type },
              ],
            },
          ],
          maxOutputTokens: MAX_OUTPUT_TOKENS,
          temperature: 0,
          maxRetries: 1,
          abortSignal: limit.signal,
        });
        return text.trim() === '' ? null : text.trim();
      } catch (error) {
        signal.throwIfAborted();
        logProblem('the vision model failed', error);
        return null;
      } finally {
        limit.end();
      }
    },
  };
}
