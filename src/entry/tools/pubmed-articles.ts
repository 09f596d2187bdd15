import { GalenError } from '../../domain/errors.ts';
import type { ParsedDocument } from '../../retrieval/ingestion/parsed-document.ts';
import { DEFAULT_READ_LIMITS } from '../../retrieval/ingestion/read-limits.ts';
import type { Article, ReadPubmedXml } from '../../tools/literature-sources.ts';

/** PubMed's XML as the ingestion reads it, for the literature tool. */
export const pubmedArticles: ReadPubmedXml = async (xml) => {
  // With its parsers, which no start should wait for.
  const { readPubmedXml } = await import('../../retrieval/ingestion/formats/read-pubmed-xml.ts');
  try {
    const { documents } = await readPubmedXml({
      name: 'efetch.xml',
      bytes: Buffer.from(xml),
      limits: DEFAULT_READ_LIMITS,
    });
    return documents.map(toArticle);
  } catch (error) {
    if (error instanceof GalenError) return null;
    throw error;
  }
};

function toArticle(document: ParsedDocument): Article {
  const { title, text, journal, year, pmid, url, reference, evidence_level } = document;
  return {
    id: `pubmed-${pmid ?? document.key}`,
    title,
    abstract: sectionsOf(text, title),
    journal: journal ?? '',
    year,
    pmid,
    doi: url?.startsWith('https://doi.org/') ? url.slice('https://doi.org/'.length) : null,
    authors: reference?.split('. ')[0] ?? '',
    evidence: evidence_level,
  };
}

/** The reader writes an abstract's labels as headings; without an abstract the text is the title. */
function sectionsOf(text: string, title: string): Article['abstract'] {
  if (text === title) return [];
  return text.split(/^(?=## )/mu).map((part) => {
    const heading = /^## (.*)\n+/u.exec(part);
    return { heading: heading?.[1] ?? '', text: part.slice(heading?.[0].length ?? 0).trim() };
  });
}
