import { type FormEvent, useState } from 'react';
import type { Correction, Origin, RankedPassage } from '../../../src/domain/passage.ts';
import { describeOrigin } from '../answer/describe-origin.ts';
import { EvidenceBadge } from '../answer/evidence-badge.tsx';
import type { OpenSource } from '../answer/source-panel.tsx';
import { api } from '../api/client.ts';
import { formatNumber } from '../text/format-number.ts';
import { useText } from '../text/use-text.ts';

interface Explanation {
  lexical: number;
  dense: number;
  rerank: number | null;
  evidence: number;
  final: number;
  matched_terms: string[];
}
interface Found {
  passages: (RankedPassage & Origin & { explanation: Explanation | null })[];
  degraded: string | null;
  corrections: Correction[];
}

const PARTS = ['lexical', 'dense', 'rerank', 'evidence', 'final'] as const;

type OnOpen = (open: OpenSource, mark: HTMLElement) => void;

/** A search by itself: what a question finds, and why in that order. */
export function SearchTrial({ onOpen }: { onOpen: OnOpen }) {
  const { t } = useText();
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const search = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      setFound(await api<Found>('/v1/search', { method: 'POST', body: { query, explain: true, limit: 5 } }));
    } catch (failure) {
      setFound(null);
      setError(failure instanceof Error ? failure.message : t.failed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="card p-5" aria-label={t.knowledge.trySearch}>
      <h2 className="font-semibold text-lg">{t.knowledge.trySearch}</h2>
      <p className="mb-3 text-muted text-sm">{t.knowledge.searchHint}</p>
      <form onSubmit={search} className="flex gap-2">
        <input
          type="search"
          className="field"
          aria-label={t.knowledge.trySearch}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <button type="submit" className="button" disabled={isBusy || query.trim() === ''}>
          {t.knowledge.search}
        </button>
      </form>
      <div aria-live="polite">
        {error !== null && <p className="mt-3 text-danger text-sm">{error}</p>}
        {found?.corrections.map(({ from, to }) => (
          <p key={from} className="mt-3 text-muted text-sm">
            {t.knowledge.corrected(from, to)}
          </p>
        ))}
        {found?.passages.length === 0 && <p className="mt-3 text-muted">{t.knowledge.nothing}</p>}
      </div>
      <ol className="mt-2">
        {found?.passages.map((passage) => (
          <FoundPassage key={passage.id} passage={passage} onOpen={onOpen} />
        ))}
      </ol>
    </section>
  );
}

function FoundPassage({ passage, onOpen }: { passage: Found['passages'][number]; onOpen: OnOpen }) {
  const { t, language } = useText();
  const { document_id, document, start, end, heading, text, explanation, summary_of, fictional } = passage;
  const { title } = document;
  return (
    <li className="border-line py-3 not-first:border-t">
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          className="min-h-6 min-w-0 flex-1 basis-56 text-left font-medium text-accent leading-snug hover:underline"
          onClick={(event) =>
            onOpen({ source: { document_id, title, start, end }, citation: null }, event.currentTarget)
          }
        >
          {title}
        </button>
        <EvidenceBadge level={document.evidence_level} />
      </div>
      <p className="text-muted text-sm">
        {describeOrigin({ ...document, summary_of, fictional }, t, language)}
      </p>
      <p className="mt-1 line-clamp-3 font-serif text-[0.9375rem] text-muted leading-relaxed">
        {heading !== '' && <strong className="font-semibold">{heading}. </strong>}
        {text.replaceAll(/^#.*$/gmu, '').trim()}
      </p>
      {explanation !== null && (
        <>
          <dl className="mt-2 grid grid-cols-5 gap-2 text-xs">
            {PARTS.map((part) => {
              const value = explanation[part];
              return (
                <div key={part}>
                  <dt className="truncate text-muted">{t.knowledge.parts[part]}</dt>
                  <dd className="tabular-nums">
                    <svg
                      className="my-0.5 block h-1.5 w-full"
                      viewBox="0 0 100 4"
                      preserveAspectRatio="none"
                      aria-hidden="true"
                    >
                      <rect width="100" height="4" className="fill-sunken" />
                      <rect width={(value ?? 0) * 100} height="4" className="fill-accent" />
                    </svg>
                    {value === null ? '–' : formatNumber(value, language, 2)}
                  </dd>
                </div>
              );
            })}
          </dl>
          {explanation.matched_terms.length > 0 && (
            <p className="mt-1.5 text-muted text-xs">
              {t.knowledge.matched}: {explanation.matched_terms.join(', ')}
            </p>
          )}
        </>
      )}
    </li>
  );
}
