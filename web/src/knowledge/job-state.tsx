import type { IngestJob } from '../../../src/domain/ingest-job.ts';
import { useText } from '../text/use-text.ts';
import { sayProblem } from './say-problem.ts';

/** How far a job is, and what it could not take. */
export function JobState({ job: { state, progress } }: { job: IngestJob }) {
  const { t } = useText();
  const { done, total, loaded, unchanged, failed, skipped } = progress;
  return (
    <div data-testid="job" data-state={state}>
      <p>
        <strong className="font-semibold">{t.knowledge.jobStates[state]}</strong> ·{' '}
        {t.knowledge.jobCount(done, total)}
        {loaded > 0 && ` · ${t.knowledge.loaded(loaded)}`}
        {unchanged > 0 && ` · ${t.knowledge.unchanged(unchanged)}`}
      </p>
      <progress
        className="mt-1 h-1.5 w-full accent-accent"
        value={done}
        max={Math.max(1, total)}
        aria-label={t.knowledge.upload}
      />
      <ul className="text-danger">
        {failed.map(({ file, reason }) => (
          <li key={file} className="[overflow-wrap:anywhere]">
            {file}: {reason}
          </li>
        ))}
        {skipped.map(({ file, place, reason }) => (
          <li key={`${file} ${place}`} className="[overflow-wrap:anywhere]">
            {file}, {sayProblem({ place, reason }, t)}
          </li>
        ))}
      </ul>
    </div>
  );
}
