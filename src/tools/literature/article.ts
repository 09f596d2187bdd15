import type { EvidenceLevel } from '../../domain/evidence-level.ts';
import { type Citable, makeCitable, type Section } from '../make-citable.ts';

/** An article as a literature service tells of it. */
export interface Article {
  id: string;
  title: string;
  abstract: readonly Section[];
  journal: string;
  year: number | null;
  pmid: string | null;
  doi: string | null;
  authors: string;
  /** Null where the service's words do not tell. */
  evidence: EvidenceLevel | null;
}

/** What an article is taken for when nobody says what it is: the least. */
export const UNKNOWN_EVIDENCE: EvidenceLevel = 'expert_opinion';

/** The article's own words, to be cited: its abstract, or its title where it has none. */
export function citableArticle(
  article: Article,
  { tenantId, at, relevance }: { tenantId: string; at: string; relevance: number },
): Citable {
  const { title, abstract, journal, year, pmid, doi, authors } = article;
  return makeCitable(
    {
      id: article.id,
      tenant_id: tenantId,
      title,
      source_type: 'pubmed',
      evidence_level: article.evidence ?? UNKNOWN_EVIDENCE,
      journal,
      year: year ?? Number(at.slice(0, 4)),
      pmid,
      url: doi ? `https://doi.org/${doi}` : pmid ? `https://pubmed.ncbi.nlm.nih.gov/${pmid}/` : null,
      reference: [authors, title, journal, year === null ? '' : String(year)]
        .map((part) => part.replace(/\.$/u, ''))
        .filter((part) => part !== '')
        .join('. '),
      created_at: at,
    },
    abstract.length > 0 ? abstract : [{ heading: '', text: title }],
    relevance,
  );
}
