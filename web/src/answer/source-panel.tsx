import { useEffect, useRef } from 'react';
import type { Citation, Source } from '../../../src/domain/answer.ts';
import type { ShownDocument } from '../../../src/domain/passage.ts';
import { ApiError, api } from '../api/client.ts';
import { Icon } from '../shell/icon.tsx';
import { useLoad } from '../shell/use-load.ts';
import { useText } from '../text/use-text.ts';
import { describeOrigin } from './describe-origin.ts';
import { documentBlocks } from './document-blocks.ts';
import { sayOrigin } from './made-source.ts';
import { SourceBadge } from './source-badge.tsx';

/** A document that no answer has cited, with the stretch to be marked in it, if any. */
export interface OpenedDocument {
  document_id: string;
  title: string;
  start?: number;
  end?: number;
  /** What is marked came near a question without answering it. */
  sentence?: string;
}

export interface OpenSource {
  source: Source | OpenedDocument;
  /** Null opens the source at its passage. */
  citation: Citation | null;
}

/** A source beside the answer, scrolled to the words the answer rests on. */
export function SourcePanel({ open, onClose }: { open: OpenSource; onClose: () => void }) {
  const { t, language } = useText();
  const { source, citation } = open;
  const heading = useRef<HTMLHeadingElement>(null);
  const { value, error } = useLoad(`document ${source.document_id}`, (signal) =>
    readDocument(source.document_id, signal),
  );
  const document = value?.document ?? null;
  const cited = 'index' in source ? source : null;
  const known = cited ?? document;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source or quote is a reason to look there.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [source, citation]);

  return (
    <aside
      aria-label={t.source}
      className="fixed inset-0 z-40 flex flex-col border-line bg-surface xl:sticky xl:inset-auto xl:top-0 xl:z-auto xl:h-dvh xl:w-[29rem] xl:shrink-0 xl:border-l"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header className="flex items-start gap-3 border-line border-b px-5 py-4">
        <div className="min-w-0 flex-1">
          <div className="mb-1.5 flex flex-wrap items-center gap-2">
            {cited !== null && <span className="cite m-0! align-baseline!">{cited.index}</span>}
            {known !== null && (
              <>
                <SourceBadge source={known} />
                <span className="text-muted text-sm">
                  {describeOrigin(known, t, language)}
                  {cited !== null && cited.page !== null && `, ${t.page(cited.page)}`}
                </span>
              </>
            )}
          </div>
          <h2
            ref={heading}
            tabIndex={-1}
            className="font-semibold font-serif text-lg leading-snug outline-none"
          >
            {source.title}
          </h2>
          {known !== null && known.url !== null && /^https?:/u.test(known.url) && (
            <a
              className="mt-1.5 inline-flex items-center gap-1 text-accent text-sm underline underline-offset-3"
              href={known.url}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t.openOriginal}
              {known.pmid !== null && `, PMID ${known.pmid}`}
              <Icon name="external" size={14} />
            </a>
          )}
        </div>
        <button type="button" className="button quiet -mr-2" onClick={onClose} aria-label={t.close}>
          <Icon name="close" />
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys. */}
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4" tabIndex={0}>
        {value === null && error === null && <p className="text-muted">{t.loading}</p>}
        {error !== null && <p className="text-danger">{error.message}</p>}
        {value !== null && <DocumentText text={document?.text ?? null} source={source} citation={citation} />}
      </div>
    </aside>
  );
}

function DocumentText({
  text,
  source,
  citation,
}: {
  text: string | null;
  source: OpenSource['source'];
  citation: Citation | null;
}) {
  const { t } = useText();
  const frame = useRef<HTMLDivElement>(null);
  const isCited = 'index' in source;
  const shown = text ?? (isCited ? source.text : '');
  const [start, end] = isCited
    ? quotePlace(shown, text === null, source, citation)
    : [source.start ?? 0, source.end ?? 0];
  // Its title stands above it already.
  const blocks = documentBlocks(shown, start, end).filter(({ pieces }) => pieces[0]?.text !== source.title);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another quote or text is a reason to scroll.
  useEffect(() => {
    const pane = frame.current?.parentElement;
    const mark = frame.current?.querySelector('mark');
    if (!pane || !mark) return;
    // Not scrollIntoView: that would move the answer too.
    pane.scrollTop +=
      mark.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3;
  }, [start, end, shown]);
  const origin = () => {
    if (isCited) return sayOrigin(source, text !== null, t);
    if (text === null) return t.documentGone;
    return source.sentence === undefined ? '' : t.nearestMarked;
  };
  return (
    <div ref={frame} className="document-text" data-testid="document">
      <p className="mb-4 font-sans text-muted text-sm empty:hidden">{origin()}</p>
      {blocks.map(({ kind, pieces }, i) => {
        const inner = pieces.map(({ text: piece, marked }, j) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: a text's pieces never change places.
          marked ? <mark key={j}>{piece}</mark> : <span key={j}>{piece}</span>,
        );
        const key = `${i}`;
        if (kind === 'heading')
          return (
            <h3 key={key} className="mt-5 mb-1.5 font-sans font-semibold">
              {inner}
            </h3>
          );
        return (
          <p
            key={key}
            className={kind === 'item' ? 'mb-1.5 pl-4 -indent-3 before:content-["·__"]' : 'mb-2.5'}
          >
            {inner}
          </p>
        );
      })}
    </div>
  );
}

/** Null where there is no document, or none any more: then the passage stands in for it. */
async function readDocument(id: string, signal: AbortSignal): Promise<{ document: ShownDocument | null }> {
  try {
    const path = `/v1/documents/${encodeURIComponent(id)}`;
    return { document: await api<ShownDocument>(path, { signal }) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { document: null };
    throw error;
  }
}

/** The offsets of a citation refer to the whole document; in a passage alone, and without a citation, the words are looked for. */
function quotePlace(
  shown: string,
  isPassage: boolean,
  source: Source,
  citation: Citation | null,
): [number, number] {
  if (citation !== null && !isPassage) return [citation.quote_start, citation.quote_end];
  const wanted = citation?.quote ?? source.text;
  const at = shown.indexOf(wanted);
  return at < 0 || (isPassage && citation === null) ? [0, 0] : [at, at + wanted.length];
}
