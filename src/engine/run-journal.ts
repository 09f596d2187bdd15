import type { Step } from '../domain/answer.ts';
import type { RunContext } from '../domain/run-context.ts';

/** The record of a run's steps, by number: kept for the trace and emitted as it grows. */
export interface RunJournal {
  /** The finished steps by order. Grows in place, so an error that carries it shows the whole run. */
  readonly trace: Step[];
  /** Goes on from the steps taken before a pause. */
  continueFrom(earlier: readonly Step[]): void;
  begin(step: string, node: string): OpenStep;
}

export interface OpenStep {
  end(outcome: string): void;
  fail(): void;
}

export function createRunJournal({ clock, emit }: RunContext): RunJournal {
  const trace: Step[] = [];
  let started = 0;
  return {
    trace,
    continueFrom(earlier) {
      trace.push(...earlier);
      started = earlier.length;
    },
    begin(step, node) {
      started += 1;
      const since = clock();
      const opening: Step = {
        order: started,
        step,
        node,
        status: 'running',
        outcome: null,
        started_at: new Date(since).toISOString(),
        duration_ms: 0,
      };
      emit({ type: 'step', data: opening });
      const close = (status: 'done' | 'failed', outcome: string | null) => {
        const data = { ...opening, status, outcome, duration_ms: clock() - since };
        insertByOrder(trace, data);
        emit({ type: 'step', data });
      };
      return { end: (outcome) => close('done', outcome), fail: () => close('failed', null) };
    },
  };
}

/** A sub-flow's own step ends after its inner steps but began before them. */
function insertByOrder(trace: Step[], step: Step): void {
  let place = trace.length;
  while (place > 0 && (trace[place - 1]?.order ?? 0) > step.order) place -= 1;
  trace.splice(place, 0, step);
}
