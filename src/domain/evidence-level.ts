import { z } from 'zod';

export const EvidenceLevel = z.enum([
  'systematic_review',
  'meta_analysis',
  'rct',
  'clinical_guideline',
  'cohort_study',
  'case_report',
  'expert_opinion',
]);
export type EvidenceLevel = z.infer<typeof EvidenceLevel>;

/** How much each kind of evidence weighs in ranking. */
export const EVIDENCE_WEIGHTS: Readonly<Record<EvidenceLevel, number>> = {
  systematic_review: 1.0,
  meta_analysis: 1.0,
  rct: 0.9,
  clinical_guideline: 0.85,
  cohort_study: 0.7,
  case_report: 0.5,
  expert_opinion: 0.3,
};

/** By the 1–5 scale of `min_evidence_level`: 1 admits only systematic reviews, 3 goes down to cohort studies. */
const BY_GRADE: readonly (readonly EvidenceLevel[])[] = [
  ['systematic_review', 'meta_analysis'],
  ['rct', 'clinical_guideline'],
  ['cohort_study'],
  ['case_report'],
  ['expert_opinion'],
];

/** The evidence levels a request with this `min_evidence_level` admits; null when it admits all. */
export function levelsUpToGrade(grade: number | null): EvidenceLevel[] | null {
  return grade === null ? null : BY_GRADE.slice(0, grade).flat();
}

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
