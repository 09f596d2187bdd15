import type { Citation, Source } from '../../../src/domain/answer.ts';
import { useText } from '../text/use-text.ts';
import { describeOrigin } from './describe-origin.ts';
import { SourceBadge } from './source-badge.tsx';

/** What a numeral stands for: whose words, of which kind, and the words themselves. */
export function CitationCard({ citation, source }: { citation: Citation; source: Source | undefined }) {
  const { t, language } = useText();
  return (
    <span className="block font-sans">
      {source !== undefined && (
        <>
          <span className="mb-1 flex flex-wrap items-center gap-2">
            <SourceBadge source={source} />
            <span className="text-muted text-sm">{describeOrigin(source, t, language)}</span>
          </span>
          <span className="block font-semibold text-[0.9375rem] leading-snug">{source.title}</span>
        </>
      )}
      <span className="mt-2 block border-marker border-l-4 pl-3 font-serif text-[0.9375rem] leading-relaxed">
        {citation.quote}
      </span>
      <span className="mt-2 block text-muted text-xs">{t.support[citation.support]}</span>
    </span>
  );
}
