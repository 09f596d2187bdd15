import type { FlowName } from '../../../src/domain/ask.ts';
import { useRunEvents } from '../run/use-run-events.ts';
import { useText } from '../text/use-text.ts';
import { FlowGraphView } from './flow-graph-view.tsx';
import { Timeline } from './timeline.tsx';

/** Every step of a turn with its time and its end, failures included, and the way it took through its flow. */
export function Trace({ runId, flow }: { runId: string; flow: FlowName }) {
  const { t } = useText();
  const { value: view, error } = useRunEvents(runId);
  if (error !== null) return <p className="text-danger">{error.message}</p>;
  if (view === null) return <p className="text-muted">{t.loading}</p>;
  return (
    <section aria-label={t.trace} className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h3 className="eyebrow mb-2">{t.traceSteps}</h3>
        <Timeline view={view} />
      </div>
      <div>
        <h3 className="eyebrow mb-2">{t.traceGraph}</h3>
        <FlowGraphView flow={flow} steps={view.steps} />
      </div>
    </section>
  );
}
