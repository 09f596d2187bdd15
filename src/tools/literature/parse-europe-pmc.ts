import { z } from 'zod';
import { publicationEvidence } from '../../domain/publication-evidence.ts';
import type { Section } from '../make-citable.ts';
import type { Article } from './article.ts';

/** What Galen takes of an article, in Europe PMC's short and long form (https://europepmc.org/RestfulWebService). */
const Result = z.object({
  id: z.string(),
  source: z.string(),
  pmid: z.string().optional(),
  doi: z.string().optional(),
  title: z.string().default(''),
  authorString: z.string().default(''),
  journalTitle: z.string().optional(),
  journalInfo: z.object({ journal: z.object({ title: z.string().optional() }).optional() }).optional(),
  pubYear: z.string().optional(),
  pubType: z.string().optional(),
  pubTypeList: z.object({ pubType: z.array(z.string()) }).optional(),
  abstractText: z.string().optional(),
});

/** Europe PMC's answer to a search. One without a result list is of another form: it does not say that there is nothing. */
export const EuropePmcAnswer = z
  .object({ hitCount: z.number(), resultList: z.object({ result: z.array(Result) }) })
  .transform(({ hitCount, resultList }) => ({
    total: hitCount,
    articles: resultList.result.filter((result) => !isRetracted(result)).map(toArticle),
  }));

function toArticle(result: z.infer<typeof Result>): Article {
  return {
    id: `europepmc-${result.source}-${result.id}`,
    title: plainText(result.title),
    abstract: readAbstract(result.abstractText ?? ''),
    journal: result.journalInfo?.journal?.title ?? result.journalTitle ?? '',
    year: Number(/^\d{4}/u.exec(result.pubYear ?? '')?.[0]) || null,
    pmid: result.pmid ?? null,
    doi: result.doi ?? null,
    authors: result.authorString,
    // It writes some with hyphens and in the singular: systematic-review, case-report.
    evidence: publicationEvidence(
      typesOf(result).flatMap((type) => [type, type.replaceAll('-', ' '), `${type.replaceAll('-', ' ')}s`]),
    ),
  };
}

function typesOf({ pubType, pubTypeList }: z.infer<typeof Result>): string[] {
  return pubTypeList?.pubType ?? (pubType ?? '').split(';').map((type) => type.trim());
}

/** The search leaves them out already; one that slips through is not to be cited. */
function isRetracted(result: z.infer<typeof Result>): boolean {
  return typesOf(result).some((type) => /^retracted[ -]publication$/iu.test(type));
}

/** Its abstracts are HTML with <h4> headings. */
function readAbstract(html: string): Section[] {
  return html
    .split(/(?=<h4>)/iu)
    .map((part) => {
      const heading = /^<h4>([^<]*)<\/h4>/iu.exec(part);
      return { heading: heading?.[1]?.trim() ?? '', text: plainText(part.slice(heading?.[0].length ?? 0)) };
    })
    .filter(({ text }) => text !== '');
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Without marks of layout; a stray "<" before a number stays what it is. */
function plainText(html: string): string {
  return html
    .replace(/<\/?[a-z][a-z0-9]{0,10}(?:\s[^<>]{0,200})?\/?>/giu, '')
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/gu, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/gu, ' ')
    .trim();
}
