import type { EvidenceLevel } from './evidence-level.ts';

/** PubMed's publication types (MeSH V03) and the evidence they are; the first that fits decides. */
const EVIDENCE_BY_TYPE: readonly (readonly [string, EvidenceLevel])[] = [
  ['meta-analysis', 'meta_analysis'],
  ['network meta-analysis', 'meta_analysis'],
  ['systematic review', 'systematic_review'],
  ['practice guideline', 'clinical_guideline'],
  ['guideline', 'clinical_guideline'],
  ['consensus development conference', 'clinical_guideline'],
  ['randomized controlled trial', 'rct'],
  ['pragmatic clinical trial', 'rct'],
  ['observational study', 'cohort_study'],
  ['case reports', 'case_report'],
  ['review', 'expert_opinion'],
  ['editorial', 'expert_opinion'],
  ['comment', 'expert_opinion'],
  ['letter', 'expert_opinion'],
];

/** Null where the types say nothing of it: "Journal Article" may be anything. */
export function publicationEvidence(types: readonly string[]): EvidenceLevel | null {
  const known = new Set(types.map((type) => type.trim().toLowerCase()));
  return EVIDENCE_BY_TYPE.find(([type]) => known.has(type))?.[1] ?? null;
}
