import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Feedback, FeedbackReason, Rating } from '../../../src/domain/run-record.ts';
import { api } from '../api/client.ts';
import { Icon } from '../shell/icon.tsx';
import { useText } from '../text/use-text.ts';

const MAX_COMMENT = 1_000;

interface FeedbackButtonsProps {
  runId: string;
  given: Feedback | null;
  onGiven: (runId: string, feedback: Feedback | null) => void;
}

/** Whether the answer helped: a thumb is kept at once, a second press takes it back, and a thumb down asks why. */
export function FeedbackButtons({ runId, given, onGiven }: FeedbackButtonsProps) {
  const { t } = useText();
  const [isAsking, setAsking] = useState(false);
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const keep = async (act: () => Promise<Feedback | null>, words: string) => {
    setBusy(true);
    setProblem(null);
    setSaid('');
    try {
      onGiven(runId, await act());
      setSaid(words);
      return true;
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : t.failed);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const path = `/v1/runs/${runId}/feedback`;
  const give = (rating: Rating, reason: FeedbackReason | null = null, comment: string | null = null) =>
    keep(() => api<Feedback>(path, { method: 'POST', body: { rating, reason, comment } }), t.feedback.thanks);
  const press = async (rating: Rating) => {
    if (given?.rating === rating) {
      setAsking(false);
      await keep(async () => {
        await api(path, { method: 'DELETE' });
        return null;
      }, t.feedback.withdrawn);
      return;
    }
    setAsking((await give(rating)) && rating === 'down');
  };

  return (
    <>
      <fieldset className="flex items-center">
        <legend className="sr-only">{t.feedback.question}</legend>
        {(['up', 'down'] as const).map((rating) => (
          <button
            key={rating}
            type="button"
            className={`button quiet px-2! ${given?.rating === rating ? 'bg-soft! text-accent!' : ''}`}
            aria-label={t.feedback[rating]}
            title={t.feedback[rating]}
            aria-pressed={given?.rating === rating}
            disabled={isBusy}
            onClick={() => void press(rating)}
          >
            <Icon name={rating} />
          </button>
        ))}
      </fieldset>
      {isAsking && (
        <ReasonForm
          onSend={async (reason, comment) => {
            if (await give('down', reason, comment)) setAsking(false);
          }}
          onCancel={() => setAsking(false)}
          isBusy={isBusy}
        />
      )}
      {problem !== null && (
        <p role="alert" className="order-last w-full pl-2 text-danger text-sm">
          {problem}
        </p>
      )}
      <p aria-live="polite" className="order-last w-full pl-2 text-muted text-sm empty:hidden">
        {isAsking ? '' : said}
      </p>
    </>
  );
}

interface ReasonFormProps {
  onSend: (reason: FeedbackReason | null, comment: string | null) => Promise<void>;
  onCancel: () => void;
  isBusy: boolean;
}

function ReasonForm({ onSend, onCancel, isBusy }: ReasonFormProps) {
  const { t } = useText();
  const id = useId();
  const [reason, setReason] = useState<FeedbackReason | null>(null);
  const [comment, setComment] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The place to ask lies over the end of the page.
    form.current?.scrollIntoView({ block: 'center' });
    form.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void onSend(reason, comment.trim() === '' ? null : comment.trim());
  };
  return (
    <form
      ref={form}
      onSubmit={send}
      data-testid="feedback-reason"
      className="order-last mt-2 ml-2 w-full rounded-xl border border-line bg-surface p-4 text-[0.9375rem]"
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <fieldset>
        <legend className="mb-2 font-semibold">{t.feedback.why}</legend>
        <div className="grid gap-1 sm:grid-cols-2">
          {/* The keys of the texts are the reasons. */}
          {(Object.keys(t.feedback.reasons) as FeedbackReason[]).map((name) => (
            <label key={name} className="flex min-h-7 items-center gap-2">
              <input
                type="radio"
                name={id}
                className="accent-accent"
                checked={reason === name}
                onChange={() => setReason(name)}
              />
              {t.feedback.reasons[name]}
            </label>
          ))}
        </div>
      </fieldset>
      <label className="mt-3 block">
        <span className="mb-1 block text-muted text-sm">{t.feedback.comment}</span>
        <textarea
          className="field"
          rows={2}
          maxLength={MAX_COMMENT}
          aria-describedby={`${id}-privacy`}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </label>
      <p id={`${id}-privacy`} className="mt-1 text-muted text-xs">
        {t.feedback.privacy}
      </p>
      <div className="mt-3 flex gap-2">
        <button
          type="submit"
          className="button primary"
          disabled={isBusy || (reason === null && comment.trim() === '')}
        >
          {t.feedback.send}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {t.cancel}
        </button>
      </div>
    </form>
  );
}
