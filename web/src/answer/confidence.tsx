import { useState } from 'react';
import type { Answer } from '../../../src/domain/answer.ts';
import { useRunEvents } from '../run/use-run-events.ts';
import { useText } from '../text/use-text.ts';

const SIGNALS = ['relevance', 'margin', 'agreement', 'coverage', 'held', 'evidence'];

/** How sure Galen is, and on asking, what that was measured from. */
export function Confidence({ answer }: { answer: Answer }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const { confidence, confidence_level, citations } = answer;
  const sentences = new Map<number, boolean>();
  for (const { start_pos, support } of citations)
    sentences.set(start_pos, sentences.get(start_pos) === true || support === 'supported');
  const held = [...sentences.values()].filter((isHeld) => isHeld).length;
  const share = Math.round(confidence * 100);
  return (
    <div className="mt-5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Gauge value={confidence} />
        <span>
          {t.confidence}: <strong className="font-semibold">{t.confidenceLevel[confidence_level]}</strong>
          <span className="text-muted"> ({share} %)</span>
        </span>
        <span className="text-muted">{t.supportSummary(held, sentences.size)}</span>
        <button
          type="button"
          className="button quiet min-h-7!"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t.why}
        </button>
      </div>
      {isOpen && <Reasons runId={answer.id} />}
    </div>
  );
}

function Gauge({ value }: { value: number }) {
  return (
    <svg width="44" height="8" viewBox="0 0 44 8" aria-hidden="true">
      <rect width="44" height="8" rx="4" className="fill-line" />
      <rect width={Math.max(8, 44 * value)} height="8" rx="4" className="fill-accent" />
    </svg>
  );
}

function Reasons({ runId }: { runId: string }) {
  const { t } = useText();
  const { value: view } = useRunEvents(runId);
  if (view === null) return <p className="mt-2 text-muted">{t.loading}</p>;
  const measured = view.notes.findLast(({ topic }) => topic === 'confidence')?.data;
  if (measured === undefined) return <p className="mt-2 text-muted">{t.noSignals}</p>;
  return (
    <dl className="mt-3 grid gap-2 rounded-xl bg-sunken p-4 sm:grid-cols-2">
      {SIGNALS.filter((name) => typeof measured[name] === 'number').map((name) => {
        const value = Number(measured[name]);
        return (
          <div key={name} className="flex items-center gap-3">
            <dd className="flex items-center gap-2 tabular-nums">
              <Gauge value={value} />
              <span className="w-9 text-right">{Math.round(value * 100)} %</span>
            </dd>
            <dt className="text-muted leading-snug">{t.signals[name]}</dt>
          </div>
        );
      })}
    </dl>
  );
}
