import { useState } from 'react';
import type { AuditEntry } from '../../../src/domain/audit-entry.ts';
import { api } from '../api/client.ts';
import { Icon } from '../shell/icon.tsx';
import { useLoad } from '../shell/use-load.ts';
import { formatTime } from '../text/format-date.ts';
import { useText } from '../text/use-text.ts';

interface Verdict {
  entries: number;
  head: string;
  first_problem: { seq: number; kind: string; explanation: string } | null;
}

const PAGE = 50;

/** The audit chain, newest first, and whether it holds. */
export function AuditPanel() {
  const { t, language } = useText();
  const [limit, setLimit] = useState(PAGE);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { value } = useLoad(
    'audit',
    (signal) => api<{ entries: AuditEntry[] }>(`/v1/audit?limit=${limit}`, { signal }),
    limit,
  );
  const verify = async () => {
    setError(null);
    try {
      setVerdict(await api<Verdict>('/v1/audit/verify'));
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : t.failed);
    }
  };
  return (
    <section className="mt-10" aria-label={t.activity.audit}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-lg">{t.activity.audit}</h2>
        <button type="button" className="button" onClick={() => void verify()}>
          {t.activity.verify}
        </button>
      </div>
      <div aria-live="polite">
        {verdict !== null && <VerdictNote verdict={verdict} />}
        {error !== null && <p className="text-danger">{error}</p>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keys. */}
      <div className="relative overflow-x-auto" tabIndex={0}>
        <table className="data">
          <thead>
            <tr>
              <th>#</th>
              <th>{t.activity.when}</th>
              <th>{t.activity.who}</th>
              <th>{t.activity.action}</th>
              <th>{t.activity.what}</th>
              <th>{t.activity.hash}</th>
            </tr>
          </thead>
          <tbody>
            {value?.entries.map(({ seq, hash, body }) => (
              <tr key={seq}>
                <td className="text-muted">{seq}</td>
                <td className="whitespace-nowrap">{formatTime(body.at, language)}</td>
                <td className="whitespace-nowrap">{t.persons[body.user_id] ?? body.user_id}</td>
                <td className="whitespace-nowrap">{t.activity.actions[body.action] ?? body.action}</td>
                <td className="min-w-56">{body.question ?? detailOf(body.details)}</td>
                <td className="font-mono text-muted text-xs" title={hash}>
                  {hash.slice(0, 12)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {value?.entries.length === limit && limit < 500 && (
        <button type="button" className="button mt-4" onClick={() => setLimit(Math.min(500, limit * 2))}>
          {t.more}
        </button>
      )}
    </section>
  );
}

function VerdictNote({ verdict: { entries, head, first_problem } }: { verdict: Verdict }) {
  const { t } = useText();
  const isIntact = first_problem === null;
  return (
    <div
      data-testid="verdict"
      className={`mb-4 flex gap-3 rounded-xl p-4 ${isIntact ? 'bg-soft text-accent' : 'bg-danger-soft text-danger'}`}
    >
      <Icon name={isIntact ? 'check' : 'warning'} size={22} />
      <div className="min-w-0">
        <p className="font-semibold">
          {isIntact ? t.activity.intact(entries) : t.activity.broken(first_problem.seq, first_problem.kind)}
        </p>
        {!isIntact && <p>{first_problem.explanation}</p>}
        <p className="mt-1 truncate font-mono text-xs" title={head}>
          {t.activity.head}: {head}
        </p>
      </div>
    </div>
  );
}

/** What an entry without a question is about: a patient, a document, a tool, or why it was refused. */
function detailOf({
  what,
  patient_id,
  document,
  collection,
  tool,
  code,
}: AuditEntry['body']['details']): string {
  const known = [what, patient_id, document, collection, tool, code].filter((one) => typeof one === 'string');
  return known.length === 0 ? '–' : known.join(' · ');
}
