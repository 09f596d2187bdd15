import { z } from 'zod';
import { articlesMatch, noArticleMatches, SEARCH_LITERATURE_ABOUT } from '../../../texts/tools.ts';
import { EvidenceLevel } from '../../domain/evidence-level.ts';
import { anyone, defineTool, explainUnavailable, notFound, sourceOf } from '../define-tool.ts';
import type { LiteratureSearch } from '../literature-sources.ts';
import { citableArticle, UNKNOWN_EVIDENCE } from '../literature-sources.ts';
import { citing } from '../make-citable.ts';

const Output = z.object({
  searched: z.enum(['europepmc', 'pubmed']),
  /** Of all that match; null where the service did not say. */
  total: z.number().nullable(),
  articles: z.array(
    z.object({
      document_id: z.string(),
      title: z.string(),
      journal: z.string(),
      year: z.number().nullable(),
      pmid: z.string().nullable(),
      doi: z.string().nullable(),
      evidence_level: EvidenceLevel,
      /** False: the publication's types do not tell, and the least is assumed. */
      evidence_known: z.boolean(),
    }),
  ),
});

/** Articles on a question, from Europe PMC, or from PubMed when that one cannot answer. */
export function searchMedicalLiterature({
  first,
  second,
}: {
  first: LiteratureSearch;
  second: LiteratureSearch;
}) {
  return defineTool({
    name: 'search_medical_literature',
    description: SEARCH_LITERATURE_ABOUT,
    isWrite: false,
    mayUse: anyone,
    input: z.object({
      query: z.string().trim().min(3).max(300).describe('what to search for, best in English'),
      year_from: z.number().int().min(1900).max(2100).nullable().default(null),
      limit: z.number().int().min(1).max(10).default(5),
    }),
    output: Output,

    async run({ query, year_from, limit }, asking) {
      const wanted = { query, yearFrom: year_from, limit };
      let searched: 'europepmc' | 'pubmed' = 'europepmc';
      let answer = await first(wanted, asking);
      // Words that may not go to one service may not go to the other.
      if (answer.status === 'unavailable' && answer.reason !== 'names-a-person') {
        searched = 'pubmed';
        answer = await second(wanted, asking);
      }
      const service = searched === 'europepmc' ? 'Europe PMC' : 'Europe PMC and PubMed';
      if (answer.status === 'unavailable') return explainUnavailable(service, answer);
      const found = answer.status === 'ok' ? answer.value : { total: 0, articles: [] };
      const { articles } = found;
      const name = searched === 'europepmc' ? 'Europe PMC' : 'PubMed';
      const output = {
        searched,
        total: found.total,
        articles: articles.map(({ id, title, journal, year, pmid, doi, evidence }) => ({
          document_id: id,
          title,
          journal,
          year,
          pmid,
          doi,
          evidence_level: evidence ?? UNKNOWN_EVIDENCE,
          evidence_known: evidence !== null,
        })),
      };
      const sources = [sourceOf(searched, answer)];
      if (articles.length === 0)
        return { ...notFound('no-articles', noArticleMatches(name)), output, sources };
      const { fetched_at: at } = answer;
      const citables = articles.map((article, i) =>
        citableArticle(article, { tenantId: asking.principal.tenant_id, at, relevance: 1 - i / (2 * limit) }),
      );
      return {
        status: 'ok',
        message: articlesMatch(name, found.total, articles.length),
        output,
        ...citing(citables),
        sources,
      };
    },
  });
}
