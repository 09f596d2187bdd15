import type { Source } from '../../../src/domain/answer.ts';
import { useText } from '../text/use-text.ts';
import { EvidenceBadge } from './evidence-badge.tsx';
import { madeSource } from './made-source.ts';

/** The kind of evidence, or what else it is: a chart or a sum is no evidence of any level. */
export function SourceBadge({ source }: { source: Pick<Source, 'source_type' | 'evidence_level'> }) {
  const { t } = useText();
  const made = madeSource(source, t);
  if (made === null) return <EvidenceBadge level={source.evidence_level} />;
  return (
    <span className="whitespace-nowrap rounded-full bg-soft px-2 py-0.5 font-semibold text-accent text-xs">
      {made.label}
    </span>
  );
}
