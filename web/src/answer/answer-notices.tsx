import type { Answer } from '../../../src/domain/answer.ts';
import { Icon } from '../shell/icon.tsx';
import { useText } from '../text/use-text.ts';

/** What must be read before the answer: an emergency above all. */
export function EmergencyBanner({ emergency }: { emergency: NonNullable<Answer['emergency']> }) {
  const { t } = useText();
  const { message, phone, crisis_line, quiet } = emergency;
  if (quiet)
    return (
      <p className="mb-4 flex gap-2 rounded-lg bg-danger-soft px-3 py-2 text-danger text-sm">
        <Icon name="warning" />
        {message}
      </p>
    );
  return (
    <section
      role="alert"
      aria-label={t.emergency}
      className="mb-5 rounded-xl border-2 border-danger bg-danger-soft p-5 text-danger"
    >
      <h3 className="mb-1.5 flex items-center gap-2 font-semibold text-xl">
        <Icon name="warning" size={24} />
        {t.emergency}
      </h3>
      <p className="mb-4 text-base text-ink">{message}</p>
      <div className="flex flex-wrap gap-2">
        <CallLink phone={phone} label={t.call(phone)} />
        {crisis_line !== undefined && <CallLink phone={crisis_line} label={t.crisisLine(crisis_line)} />}
      </div>
    </section>
  );
}

function CallLink({ phone, label }: { phone: string; label: string }) {
  return (
    <a
      href={`tel:${phone.replace(/[^\d+]/gu, '')}`}
      className="inline-flex min-h-11 items-center gap-2 rounded-lg bg-danger px-4 font-semibold text-lg text-surface no-underline"
    >
      <Icon name="phone" />
      {label}
    </a>
  );
}

/** Why there is no answer, and where it was looked for. */
export function AbstentionNote({ abstained }: { abstained: NonNullable<Answer['abstained']> }) {
  const { t } = useText();
  const {
    reason,
    searched: { nearest = [] },
  } = abstained;
  return (
    <section className="mb-4 rounded-xl border border-line bg-sunken p-4 text-[0.9375rem]">
      <p className="font-semibold">{t.abstained[reason]}</p>
      {nearest.length > 0 && (
        <p className="mt-1 text-muted">
          {t.nearest}: {nearest.join(' · ')}
        </p>
      )}
    </section>
  );
}

/** What a reader should know of how the answer came about, each in a sentence. */
export function AnswerCaveats({ answer }: { answer: Answer }) {
  const { t } = useText();
  const wasRedacted =
    Object.keys(answer.redactions.input).length + Object.keys(answer.redactions.output).length > 0;
  const weak = answer.citations.some(({ support }) => support !== 'supported');
  const lines = [
    weak ? t.supportLegend : null,
    answer.degraded?.message ?? null,
    answer.hallucination_flagged ? t.flagged : null,
    answer.output.unverified === true ? t.unverified : null,
    wasRedacted ? t.redacted : null,
    answer.disclaimer,
  ].filter((line) => line !== null && line !== '');
  return (
    <ul className="mt-4 space-y-1 text-muted text-sm">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
