import type { RunContext } from '../../domain/run-context.ts';
import type { RunEvent } from '../../domain/run-record.ts';

export interface TestContext {
  context: RunContext;
  events: RunEvent[];
  /** The notes of a topic, in order. */
  notes(topic: string): Record<string, unknown>[];
  /** All streamed tokens, joined. */
  streamed(): string;
}

/** A run context on the real clock, with a counted budget and everything it emits kept. */
export function testContext(given: Partial<RunContext> & { maxCalls?: number } = {}): TestContext {
  const { maxCalls = 100, ...overrides } = given;
  const events: RunEvent[] = [];
  const spent = { llm_calls: 0, input_tokens: 0, output_tokens: 0 };
  let ids = 0;
  let seed = 7;
  const context: RunContext = {
    runId: 'run-1',
    signal: new AbortController().signal,
    deadline: Date.now() + 60_000,
    budget: {
      canCall: () => spent.llm_calls < maxCalls,
      countCall() {
        spent.llm_calls += 1;
      },
      countTokens(input, output) {
        spent.input_tokens += input;
        spent.output_tokens += output;
      },
      spent: () => ({ ...spent }),
    },
    clock: Date.now,
    newId() {
      ids += 1;
      return `id-${ids}`;
    },
    random() {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    },
    emit: (event) => void events.push(event),
    ...overrides,
  };
  return {
    context,
    events,
    notes: (topic) =>
      events.flatMap((event) => (event.type === 'note' && event.data.topic === topic ? [event.data] : [])),
    streamed: () => events.map((event) => (event.type === 'token' ? event.data.text : '')).join(''),
  };
}
