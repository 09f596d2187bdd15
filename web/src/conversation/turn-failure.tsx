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
  onEdit: () => void;
}

/** A turn that ended without an answer: what is to be done about it, and how far it came. */
export function TurnFailure({ error, runId, onRetry, onEdit }: TurnFailureProps) {
  const { t } = useText();
  const [isTraceOpen, setTraceOpen] = useState(false);
  // The asker's own wish is no fault.
  const isStopped = error.code === 'RUN_STOPPED';
  return (
    <>
      <div
        role={isStopped ? 'status' : 'alert'}
        className={`rounded-xl p-4 ${isStopped ? 'bg-sunken text-muted' : 'bg-danger-soft text-danger'}`}
      >
        <p>{error.message}</p>
        <div className="no-print mt-3 flex flex-wrap gap-2">
          {(error.retryable || isStopped) && (
            <button type="button" className="button" onClick={onRetry}>
              {isStopped ? t.askAgain : t.retry}
            </button>
          )}
          <button type="button" className="button" onClick={onEdit}>
            {t.actions.edit}
          </button>
        </div>
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
