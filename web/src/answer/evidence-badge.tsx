import type { EvidenceLevel } from '../../../src/domain/evidence-level.ts';
import { useText } from '../text/use-text.ts';

/** How many of four bars: the server's weights of the kinds of evidence, in steps. */
const BARS: Readonly<Record<EvidenceLevel, number>> = {
  systematic_review: 4,
  meta_analysis: 4,
  rct: 4,
  clinical_guideline: 3,
  cohort_study: 2,
  case_report: 1,
  expert_opinion: 1,
};

export function EvidenceBadge({ level }: { level: EvidenceLevel }) {
  const { t } = useText();
  const label = t.evidence[level];
  return (
    <span
      className="inline-flex items-center gap-1.5 whitespace-nowrap rounded-full bg-soft px-2 py-0.5 font-semibold text-accent text-xs"
      title={t.evidenceOf(label)}
    >
      <svg width="14" height="10" viewBox="0 0 14 10" aria-hidden="true">
        {[0, 1, 2, 3].map((bar) => (
          <rect
            key={bar}
            x={bar * 3.6}
            y={7.5 - bar * 2.5}
            width="2.4"
            height={2.5 + bar * 2.5}
            rx="0.6"
            fill="currentColor"
            opacity={bar < BARS[level] ? 1 : 0.25}
          />
        ))}
      </svg>
      {label}
    </span>
  );
}
