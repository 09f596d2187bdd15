import type { RunContext } from '../../domain/run-context.ts';
import type { RunEvent } from '../../domain/run-record.ts';
import { createRunContext, type RunContextOptions } from '../create-run-context.ts';

/** A context whose clock ticks one millisecond a look and whose ids count, so that runs can be compared. */
export function testContext(options: Partial<RunContextOptions> = {}): RunContext & { events: RunEvent[] } {
  const events: RunEvent[] = [];
  let now = Date.parse('2025-01-01T00:00:00.000Z');
  let ids = 0;
  const context = createRunContext({
    runId: 'run-1',
    timeoutMs: 20_000,
    limits: { llm_calls: 10, tokens: 10_000 },
    clock: () => now++,
    newId: () => `id-${ids++}`,
    random: () => 0.5,
    emit: (event) => events.push(event),
    ...options,
  });
  return { ...context, events };
}
