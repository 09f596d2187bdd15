import { useEffect, useRef, useState } from 'react';
import type { ListedDocument } from '../../../src/domain/passage.ts';
import { EvidenceBadge } from '../answer/evidence-badge.tsx';
import type { OpenSource } from '../answer/source-panel.tsx';
import { api } from '../api/client.ts';
import { ConfirmDialog } from '../shell/confirm-dialog.tsx';
import { formatDate } from '../text/format-date.ts';
import { useText } from '../text/use-text.ts';

const PAGE = 100;
/** Nobody types slower between two letters of a word. */
const SETTLE_MS = 250;

/** The documents one may read, newest first. */
export function DocumentList({ onOpen }: { onOpen: (open: OpenSource, mark: HTMLElement) => void }) {
  const { t, language } = useText();
  const [documents, setDocuments] = useState<readonly ListedDocument[]>([]);
  const [hasMore, setMore] = useState(true);
  const [filter, setFilter] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<ListedDocument | null>(null);
  /** The newest search: an answer to an older one that comes late is not shown. */
  const asked = useRef(0);

  const load = async (known: readonly ListedDocument[]) => {
    const turn = ++asked.current;
    const query = new URLSearchParams({ limit: String(PAGE), title: filter.trim() });
    const last = known.at(-1);
    if (last !== undefined) query.set('before', last.id);
    try {
      const { documents: next } = await api<{ documents: ListedDocument[] }>(`/v1/documents?${query}`);
      if (turn !== asked.current) return;
      setDocuments([...known, ...next]);
      setMore(next.length === PAGE);
      setError(null);
    } catch (failure) {
      if (turn === asked.current) setError(failure instanceof Error ? failure.message : t.failed);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for other words, once they stand.
  useEffect(() => {
    const timer = setTimeout(() => void load([]), filter === '' ? 0 : SETTLE_MS);
    return () => clearTimeout(timer);
  }, [filter]);
  const remove = async ({ id }: ListedDocument) => {
    await api(`/v1/documents/${encodeURIComponent(id)}`, { method: 'DELETE' });
    setDocuments(documents.filter((document) => document.id !== id));
    setDeleting(null);
  };

  return (
    <section className="mt-8" aria-label={t.knowledge.documents}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-lg">{t.knowledge.documents}</h2>
        <input
          type="search"
          className="field max-w-64"
          placeholder={t.knowledge.filter}
          aria-label={t.knowledge.filter}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </div>
      {error !== null && <p className="text-danger">{error}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keys. */}
      <div className="relative overflow-x-auto" tabIndex={0}>
        <table className="data">
          <thead>
            <tr>
              <th>{t.knowledge.title}</th>
              <th>{t.knowledge.kind}</th>
              <th>{t.knowledge.year}</th>
              <th>{t.knowledge.scope}</th>
              <th>{t.knowledge.department}</th>
              <th>{t.knowledge.passages}</th>
              <th>{t.knowledge.added}</th>
              <th>
                <span className="sr-only">{t.delete}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {documents.map((document) => (
              <tr key={document.id}>
                <td className="min-w-64 font-medium">
                  <button
                    type="button"
                    className="min-h-6 text-left text-accent hover:underline"
                    onClick={(event) =>
                      onOpen(
                        { source: { document_id: document.id, title: document.title }, citation: null },
                        event.currentTarget,
                      )
                    }
                  >
                    {document.title}
                  </button>
                </td>
                <td>
                  <EvidenceBadge level={document.evidence_level} />
                </td>
                <td>{document.year ?? t.yearUnknown}</td>
                <td>{t.knowledge.scopes[document.scope]}</td>
                <td>
                  {document.department === null
                    ? '–'
                    : (t.departments[document.department] ?? document.department)}
                </td>
                <td>{document.passages}</td>
                <td className="whitespace-nowrap">{formatDate(document.created_at, language)}</td>
                <td>
                  {document.may_delete && (
                    <button
                      type="button"
                      className="button quiet danger min-h-7!"
                      aria-label={`${t.delete}: ${document.title}`}
                      onClick={() => setDeleting(document)}
                    >
                      {t.delete}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {documents.length === 0 && !hasMore && <p className="mt-3 text-muted">{t.knowledge.none}</p>}
      {hasMore && documents.length > 0 && (
        <button type="button" className="button mt-4" onClick={() => void load(documents)}>
          {t.more}
        </button>
      )}
      {deleting !== null && (
        <ConfirmDialog
          text={t.knowledge.confirmDelete(deleting.title)}
          action={t.delete}
          onConfirm={() => remove(deleting)}
          onCancel={() => setDeleting(null)}
        />
      )}
    </section>
  );
}
