import { useRef, useState } from 'react';
import type { Decision, Proposal } from '../../../src/domain/approval.ts';
import { api } from '../api/client.ts';
import { announceChange } from '../conversation/conversation-changes.ts';
import { formatTime } from '../text/format-date.ts';
import { useText } from '../text/use-text.ts';
import { ArgumentField } from './argument-field.tsx';
import { editedArguments } from './edited-arguments.ts';
import { isSevereFinding } from './is-severe-finding.ts';
import { lacksReason } from './lacks-reason.ts';
import { SafetyFindings } from './safety-findings.tsx';
import { fieldsOf } from './write-fields.ts';

/** A proposed write: what it would write, what the safety checks found, and the person's word on it. */
export function ApprovalCard({
  proposal,
  onDecided,
}: {
  proposal: Proposal;
  onDecided: (decided: Proposal) => void;
}) {
  const { t, language } = useText();
  const { run_id, call_id, tool, args, args_hash, findings, state, summary } = proposal;
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState('');
  const card = useRef<HTMLElement>(null);
  const [isBusy, setBusy] = useState(false);
  // A second click comes before the button is drawn anew.
  const isDeciding = useRef(false);
  const [error, setError] = useState<string | null>(null);
  const isPending = state === 'pending';
  const edited = editedArguments(args, drafts);
  const isChanged = edited.ok ? edited.isChanged : true;
  const isSevere = findings.some(isSevereFinding);

  const decide = async (decision: Decision['decision']) => {
    if (isDeciding.current) return;
    isDeciding.current = true;
    setBusy(true);
    setError(null);
    try {
      const decided = await api<Proposal>(`/v1/runs/${run_id}/approvals/${encodeURIComponent(call_id)}`, {
        method: 'POST',
        body: {
          decision,
          args_hash,
          language,
          ...(decision === 'edit' && edited.ok ? { args: edited.args } : {}),
          ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        },
      });
      setDrafts({});
      onDecided(decided);
      // The buttons go with the decision: the focus stays with what was decided.
      card.current?.focus({ preventScroll: true });
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : t.failed);
    } finally {
      isDeciding.current = false;
      setBusy(false);
      announceChange();
    }
  };

  return (
    <section
      ref={card}
      tabIndex={-1}
      className={`card p-5 outline-none ${isPending && isSevere ? 'border-danger!' : ''}`}
      aria-label={`${t.approval[tool]}: ${summary}`}
      data-testid="approval"
      data-state={state}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="font-semibold text-lg">{t.approval[tool]}</h3>
        <StateLabel proposal={proposal} />
      </div>
      <p className="mt-1 text-[1.0625rem]">{summary}</p>
      <SafetyFindings findings={findings} />
      {isPending && (
        <>
          <div className="mt-4 grid gap-3 sm:grid-cols-2">
            {fieldsOf(tool, args).map((name) => (
              <ArgumentField
                key={name}
                name={name}
                value={drafts[name] ?? shown(args[name])}
                onChange={(text) => setDrafts({ ...drafts, [name]: text })}
              />
            ))}
          </div>
          {isChanged && (
            <p className="mt-2 text-sm text-warn">{edited.ok ? t.approval.changed : t.approval.notJson}</p>
          )}
          <label className="mt-3 block">
            <span className="mb-1 block text-muted text-sm">
              {t.approval.reason} · {isSevere ? t.approval.reasonNeeded : t.approval.reasonToReject}
            </span>
            <input
              className="field"
              maxLength={1_000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </label>
          <div className="mt-4 flex flex-wrap items-center gap-2">
            {isChanged ? (
              <button
                type="button"
                className="button primary"
                disabled={isBusy || !edited.ok}
                onClick={() => void decide('edit')}
              >
                {t.approval.edit}
              </button>
            ) : (
              <button
                type="button"
                className="button primary"
                disabled={isBusy || lacksReason('approve', findings, reason)}
                onClick={() => void decide('approve')}
              >
                {t.approval.approve}
              </button>
            )}
            <button
              type="button"
              className="button danger"
              disabled={isBusy || lacksReason('reject', findings, reason)}
              onClick={() => void decide('reject')}
            >
              {t.approval.reject}
            </button>
            <span className="text-muted text-sm">
              {t.approval.expires(formatTime(proposal.expires_at, language))}
            </span>
          </div>
        </>
      )}
      {error !== null && (
        <p role="alert" className="mt-3 text-danger text-sm">
          {error}
        </p>
      )}
    </section>
  );
}

function StateLabel({ proposal: { state, decided_by, result, reason, settled_at } }: { proposal: Proposal }) {
  const { t, language } = useText();
  const tone = state === 'executed' ? 'text-accent' : state === 'pending' ? 'text-warn' : 'text-muted';
  return (
    <span className={`text-sm ${tone}`} aria-live="polite">
      <strong className="font-semibold">{t.approval.states[state]}</strong>
      {decided_by !== null && ` ${t.approval.decidedBy(decided_by)}`}
      {reason !== null && `: ${reason}`}
      {result !== null && ` · ${t.approval.result} ${result}`}
      {state === 'executed' && settled_at && ` · ${t.approval.writtenAt(formatTime(settled_at, language))}`}
    </span>
  );
}

function shown(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
