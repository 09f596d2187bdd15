import type { Step } from '../../../src/domain/answer.ts';
import type { Language } from '../../../src/domain/language.ts';
import type { Note, RunView } from '../run/run-view.ts';
import { stepLabel } from '../run/step-label.ts';
import { sayNumber } from '../text/format-number.ts';
import type { Texts } from '../text/texts.en.ts';
import { useText } from '../text/use-text.ts';

/** Steps in order on a common scale of time, with what each noted. */
export function Timeline({ view }: { view: RunView }) {
  const { t } = useText();
  const { steps, notes, error } = view;
  const starts = steps.map(({ started_at }) => Date.parse(started_at));
  const begin = Math.min(...starts);
  const end = Math.max(...steps.map(({ duration_ms }, i) => (starts[i] ?? 0) + duration_ms));
  const whole = Math.max(1, end - begin);
  return (
    <ol className="rounded-xl border border-line bg-surface p-4 text-sm">
      {steps.map((step, i) => {
        const from = (((starts[i] ?? begin) - begin) / whole) * 100;
        const width = Math.max(0.8, (step.duration_ms / whole) * 100);
        return (
          <li key={step.order} className="border-line py-1.5 not-first:border-t">
            <div className="grid grid-cols-[1.25rem_1fr_auto] items-baseline gap-x-2 sm:grid-cols-[1.25rem_minmax(0,15rem)_1fr_4rem]">
              <span className="text-muted tabular-nums">{step.order}</span>
              <span className="font-medium">{stepLabel(step.step, t)}</span>
              <svg
                className="h-2 w-full self-center max-sm:hidden"
                viewBox="0 0 100 2"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <rect width="100" height="2" className="fill-sunken" />
                <rect
                  x={from}
                  width={width}
                  height="2"
                  className={step.status === 'failed' ? 'fill-danger' : 'fill-accent'}
                />
              </svg>
              <span
                className={`text-right tabular-nums ${step.status === 'failed' ? 'font-semibold text-danger' : 'text-muted'}`}
              >
                {step.status === 'failed' ? t.stepStatus.failed : t.duration(step.duration_ms)}
              </span>
            </div>
            <NoteList notes={notesOf(step, steps, notes, view)} />
          </li>
        );
      })}
      {error !== null && (
        <li className="border-line border-t py-1.5 font-medium text-danger">{error.message}</li>
      )}
    </ol>
  );
}

function NoteList({ notes }: { notes: readonly Note[] }) {
  const { t, language } = useText();
  if (notes.length === 0) return null;
  return (
    <ul className="ml-7 text-muted text-xs">
      {notes.map(({ seq, topic, data }) => (
        <li key={seq}>
          {t.notes[topic] ?? topic.replaceAll('-', ' ')}
          {detailOf(data, t, language)}
        </li>
      ))}
    </ul>
  );
}

/** What people can read of a note: what has a name on the page. Ids and the like stay in the exported trace. */
function detailOf(data: Readonly<Record<string, unknown>>, t: Texts, language: Language): string {
  const parts = Object.entries(data).flatMap(([key, value]) => {
    if (key === 'tool') return typeof value === 'string' && t.tools[value] ? [t.tools[value]] : [];
    const name = t.noteDetails[key];
    if (name === undefined) return [];
    if (typeof value === 'number') return [`${name} ${sayNumber(Math.round(value * 100) / 100, language)}`];
    if (typeof value === 'string') return [`${name} ${value}`];
    return Array.isArray(value) ? [`${name} ${value.length}`] : [];
  });
  return parts.length === 0 ? '' : `: ${parts.join(' · ')}`;
}

/** Notes stand between the two events of the step that made them; what came before the first is the first's. */
function notesOf(step: Step, steps: readonly Step[], notes: readonly Note[], view: RunView): Note[] {
  const isFirst = step.order === steps[0]?.order;
  const from = isFirst ? 0 : (view.stepSeqs.get(step.order) ?? 0);
  const next = steps.find(({ order }) => order > step.order);
  const to = next === undefined ? Number.POSITIVE_INFINITY : (view.stepSeqs.get(next.order) ?? 0);
  return notes.filter(({ seq, topic }) => seq >= from && seq < to && topic !== 'accepted');
}
