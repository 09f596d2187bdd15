import { Icon } from '../shell/icon.tsx';
import { useText } from '../text/use-text.ts';
import type { RunView } from './run-view.ts';
import { stepLabel } from './step-label.ts';

const SHOWN = 4;

/** What is being done right now, and what was just done. */
export function RunningSteps({ view }: { view: RunView }) {
  const { t } = useText();
  const shown = view.steps.slice(-SHOWN);
  return (
    <ol className="space-y-1 text-sm" aria-live="polite" aria-label={t.working}>
      {shown.length === 0 && <li className="pulse text-muted">{t.working} …</li>}
      {shown.map(({ order, step, status }) => (
        <li
          key={order}
          className={`flex items-center gap-2 ${status === 'running' ? 'text-ink' : 'text-muted'}`}
        >
          {status === 'running' ? (
            <span className="pulse m-1 size-2 rounded-full bg-accent" />
          ) : (
            <span className={status === 'failed' ? 'text-danger' : 'text-accent'}>
              <Icon name={status === 'failed' ? 'close' : 'check'} size={16} />
            </span>
          )}
          {stepLabel(step, t)}
        </li>
      ))}
    </ol>
  );
}
