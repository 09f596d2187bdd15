import type { Source } from '../../../src/domain/answer.ts';
import { useText } from '../text/use-text.ts';
import { describeOrigin } from './describe-origin.ts';
import { SourceBadge } from './source-badge.tsx';
import type { OpenSource } from './source-panel.tsx';

interface SourceListProps {
  sources: readonly Source[];
  onOpen: (open: OpenSource, mark: HTMLElement) => void;
}

/** Each document once, with the passages of it that were cited. */
export function SourceList({ sources, onOpen }: SourceListProps) {
  const { t, language } = useText();
  const documents = [...new Map(sources.map((source) => [source.document_id, source])).values()];
  const openFirst = (id: string, mark: HTMLElement) => {
    const source = sources.find(({ document_id }) => document_id === id);
    if (source) onOpen({ source, citation: null }, mark);
  };
  return (
    <section className="mt-6">
      <h3 className="eyebrow mb-2">{t.sources}</h3>
      <ul className="divide-y divide-line border-line border-y">
        {documents.map(({ document_id, title, pmid, url, ...kind }) => (
          <li key={document_id} className="py-3">
            <div className="flex items-start gap-3">
              <p className="min-w-0 flex-1 leading-snug">
                <button
                  type="button"
                  className="text-left font-medium hover:text-accent hover:underline"
                  onClick={(event) => openFirst(document_id, event.currentTarget)}
                >
                  {title}
                </button>
                <span className="block text-muted text-sm">
                  {describeOrigin(kind, t, language)}
                  {pmid !== null && `, PMID ${pmid}`}
                </span>
                {url !== null && <span className="hidden text-muted text-sm print:block">{url}</span>}
              </p>
              <SourceBadge source={kind} />
            </div>
            <div className="mt-1.5 -ml-1.5 flex flex-wrap gap-x-1">
              {sources
                .filter((source) => source.document_id === document_id)
                .map((source) => (
                  <button
                    key={source.index}
                    type="button"
                    className="rounded-md px-1.5 py-1 text-accent text-sm hover:bg-soft"
                    aria-label={t.openSource(source.index, placeOf(source) || title)}
                    onClick={(event) => onOpen({ source, citation: null }, event.currentTarget)}
                  >
                    <span className="cite m-0! align-baseline!">{source.index}</span> {placeOf(source)}
                  </button>
                ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function placeOf({ heading_path }: Source): string {
  return heading_path.at(-1) ?? '';
}
