import { lazy, Suspense, useState } from 'react';
import type { RunRecord } from '../../../src/domain/run-record.ts';
import { api } from '../api/client.ts';
import type { RunView } from '../run/run-view.ts';
import { useLoad } from '../shell/use-load.ts';
import { useText } from '../text/use-text.ts';

const Trace = lazy(() => import('../trace/trace.tsx').then((file) => ({ default: file.Trace })));

interface TurnFailureProps {
  error: NonNullable<RunView['error']>;
  /** Null where the turn was refused before it was one. */
  runId: string | null;
  onRetry: () => void;
}

/** A turn that ended without an answer: what is to be done about it, and how far it came. */
export function TurnFailure({ error, runId, onRetry }: TurnFailureProps) {
  const { t } = useText();
  const [isTraceOpen, setTraceOpen] = useState(false);
  return (
    <>
      <div role="alert" className="rounded-xl bg-danger-soft p-4 text-danger">
        <p>{error.message}</p>
        {error.retryable && (
          <button type="button" className="button mt-3" onClick={onRetry}>
            {t.retry}
          </button>
        )}
      </div>
      {runId !== null && (
        <button
          type="button"
          className="button quiet no-print mt-2 -ml-2"
          aria-expanded={isTraceOpen}
          onClick={() => setTraceOpen(!isTraceOpen)}
        >
          {t.actions.trace}
        </button>
      )}
      {runId !== null && isTraceOpen && <FailedTrace runId={runId} />}
    </>
  );
}

function FailedTrace({ runId }: { runId: string }) {
  const { t } = useText();
  const { value: run, error } = useLoad(`run ${runId}`, (signal) =>
    api<RunRecord>(`/v1/runs/${runId}`, { signal }),
  );
  if (error !== null) return <p className="text-danger">{error.message}</p>;
  return (
    <Suspense fallback={<p className="text-muted">{t.loading}</p>}>
      {run !== null && <Trace runId={runId} flow={run.flow} />}
    </Suspense>
  );
}
