import { publicationEvidence } from '../../../domain/publication-evidence.ts';
import type { ParsedDocument, ParsedFile } from '../parsed-document.ts';
import { parsedText } from './parsed-text.ts';

/** An article as MEDLINE records it, in XML or in tagged text. */
export interface MedlineRecord {
  pmid: string;
  title: string;
  abstract: readonly { label: string; text: string }[];
  journal: string;
  year: number | null;
  types: readonly string[];
  authors: readonly string[];
  doi: string | null;
}

const AUTHORS_NAMED = 3;

/** The records as documents. One without a number, a second one of the same number, and what was retracted are reported. */
export function medlineDocuments(records: readonly MedlineRecord[]): ParsedFile {
  const documents = new Map<string, ParsedDocument>();
  const skipped: ParsedFile['skipped'] = [];
  for (const [i, record] of records.entries()) {
    const reason = reasonToSkip(record, documents);
    const place = record.pmid === '' ? `record ${i + 1}` : `PMID ${record.pmid}`;
    if (reason !== null) skipped.push({ place, reason });
    else documents.set(record.pmid, toDocument(record));
  }
  return { documents: [...documents.values()], skipped };
}

function reasonToSkip(record: MedlineRecord, taken: ReadonlyMap<string, unknown>): string | null {
  if (!/^\d+$/u.test(record.pmid)) return 'it has no PMID';
  if (taken.has(record.pmid)) return 'its PMID comes twice';
  if (record.title === '' && record.abstract.length === 0) return 'it has neither title nor abstract';
  if (record.types.some((type) => /^retracted publication$/iu.test(type))) return 'it was retracted';
  return null;
}

function toDocument(record: MedlineRecord): ParsedDocument {
  const sections = record.abstract.map(({ label, text }) => (label === '' ? text : `## ${label}\n\n${text}`));
  return parsedText({
    key: record.pmid,
    title: record.title,
    // Without an abstract the title is all there is to cite.
    text: sections.length > 0 ? sections.join('\n\n') : record.title,
    // The main abstract in MEDLINE is the English one, whatever the article's language.
    language: 'en',
    journal: record.journal || null,
    year: record.year,
    pmid: record.pmid,
    url: record.doi ? `https://doi.org/${record.doi}` : `https://pubmed.ncbi.nlm.nih.gov/${record.pmid}/`,
    reference: referenceOf(record),
    evidence_level: publicationEvidence(record.types),
    source_type: 'pubmed',
  });
}

function referenceOf({ authors, title, journal, year }: MedlineRecord): string {
  const named =
    authors.slice(0, AUTHORS_NAMED).join(', ') + (authors.length > AUTHORS_NAMED ? ', et al' : '');
  const parts = [named, title, journal, year === null ? '' : String(year)];
  return `${parts
    .map((part) => part.replace(/\.$/u, ''))
    .filter((part) => part !== '')
    .join('. ')}.`;
}
