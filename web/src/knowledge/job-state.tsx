import type { IngestJob } from '../../../src/domain/ingest-job.ts';
import { Icon } from '../shell/icon.tsx';
import { useText } from '../text/use-text.ts';
import { sayProblem } from './say-problem.ts';

/** How far a job is, and what it could not take. */
export function JobState({ job: { state, progress } }: { job: IngestJob }) {
  const { t } = useText();
  const { done, total, loaded, unchanged, failed, skipped } = progress;
  const hasFailed = state === 'failed' || (state === 'done' && failed.length > 0);
  const title =
    state !== 'done' || failed.length === 0
      ? t.knowledge.jobStates[state]
      : failed.length === total
        ? t.knowledge.allFailed
        : t.knowledge.someFailed(failed.length);
  return (
    <div data-testid="job" data-state={state}>
      <p>
        <strong className={`font-semibold ${hasFailed ? 'text-danger' : ''}`}>{title}</strong> ·{' '}
        {t.knowledge.jobCount(done, total)}
        {loaded > 0 && ` · ${t.knowledge.loaded(loaded)}`}
        {unchanged > 0 && ` · ${t.knowledge.unchanged(unchanged)}`}
      </p>
      {(state === 'queued' || state === 'running') && (
        <progress
          className="mt-1 h-1.5 w-full accent-accent"
          value={done}
          max={Math.max(1, total)}
          aria-label={t.knowledge.upload}
        />
      )}
      <ul>
        {failed.map(({ file, reason, code }) => (
          <FailedFile key={file} file={file} reason={t.knowledge.fileProblem(code, reason)} />
        ))}
        {skipped.map(({ file, place, reason }) => (
          <li key={`${file} ${place}`} className="text-danger [overflow-wrap:anywhere]">
            {file}, {sayProblem({ place, reason }, t)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A file that was not taken, by name, with a word for it and not a colour alone. */
export function FailedFile({ file, reason }: { file: string; reason: string }) {
  const { t } = useText();
  return (
    <li data-testid="failed-file" className="flex items-start gap-1.5 py-0.5 text-danger">
      <Icon name="close" size={16} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <strong className="font-semibold">{t.knowledge.fileFailed}:</strong>{' '}
        {/* The server's own sentence names the file. */}
        {reason.includes(file) ? reason : `${file}, ${reason}`}
      </span>
    </li>
  );
}
