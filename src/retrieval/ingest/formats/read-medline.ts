import { type CheerioAPI, load } from 'cheerio';
import { XMLValidator } from 'fast-xml-parser';
import { publicationEvidence } from '../../../domain/evidence-level.ts';
import {
  cleanText,
  type FormatReader,
  type ParsedDocument,
  type ParsedFile,
  parsedText,
  textOf,
  tooManyRecords,
  unreadable,
} from '../parsed-document.ts';
import { htmlBlocks } from './read-html.ts';

/** PubMed's XML, as efetch and its yearly files give it (https://dtd.nlm.nih.gov/ncbi/pubmed/doc/out/250101/). */
export const readPubmedXml: FormatReader = (file) => {
  const xml = textOf(file);
  if (xml.includes('<!ENTITY')) throw unreadable(file, 'it declares XML entities');
  const validity = XMLValidator.validate(xml);
  if (validity !== true) throw unreadable(file, `its XML is damaged at line ${validity.err.line}`);
  const $ = load(xml, { xml: true });
  const set = $.root().children('PubmedArticleSet');
  if (set.length === 0) throw unreadable(file, 'it is not a PubmedArticleSet');
  const articles = set.children('PubmedArticle').toArray();
  if (articles.length > file.limits.records) throw tooManyRecords(file);
  const read = articles.map((article) => recordOfArticle($(article).children('MedlineCitation'), $));
  const { documents, skipped } = medlineDocuments(read.filter((record) => record !== null));
  const books = set.children('PubmedBookArticle').toArray();
  return {
    documents,
    skipped: [
      ...read.flatMap((record, i) =>
        record ? [] : [{ place: `article ${i + 1}`, reason: 'it is not as PubMed writes articles' }],
      ),
      ...skipped,
      ...books.map((_, i) => ({ place: `book article ${i + 1}`, reason: 'only journal articles are read' })),
    ],
  };
};

type Elements = ReturnType<CheerioAPI>;

/** Null for what is no citation of an article. */
function recordOfArticle(citation: Elements, $: CheerioAPI): MedlineRecord | null {
  const article = citation.children('Article').first();
  if (citation.children('PMID').length === 0 || article.length === 0) return null;
  const all = (path: string) =>
    article
      .find(`> ${path}`)
      .toArray()
      .map((element) => $(element));
  const first = (path: string) => all(path).map(plainText)[0] ?? '';
  const date = 'Journal > JournalIssue > PubDate';
  return {
    pmid: plainText(citation.children('PMID').first()),
    title: first('ArticleTitle'),
    abstract: all('Abstract > AbstractText')
      .map((part) => ({ label: part.attr('Label')?.trim() ?? '', text: plainText(part) }))
      .filter(({ text }) => text !== ''),
    journal: first('Journal > Title') || first('Journal > ISOAbbreviation'),
    year: Number(/\d{4}/u.exec(first(`${date} > Year`) || first(`${date} > MedlineDate`))?.[0]) || null,
    types: all('PublicationTypeList > PublicationType').map(plainText),
    authors: all('AuthorList > Author')
      .map((author) => {
        const part = (name: string) => plainText(author.children(name).first());
        return part('CollectiveName') || `${part('LastName')} ${part('Initials')}`.trim();
      })
      .filter((name) => name !== ''),
    doi: first('ELocationID[EIdType="doi"]') || null,
  };
}

/** Titles and abstracts hold markup of their own (<i>, <sup>), some of it escaped, which is no structure here. */
function plainText(element: Elements): string {
  const markup = element.html() ?? '';
  return /[<&]/u.test(markup) ? htmlBlocks(load(markup, null, false), '') : markup.trim();
}

type Fields = Map<string, string[]>;

/**
 * MEDLINE's tagged text: a four-letter tag, a dash, a value, and lines of six spaces that go on with it
 * (https://www.nlm.nih.gov/bsd/mms/medlineelements.html). No library on the registry reads it.
 */
export const readNbib: FormatReader = (file) => {
  const records = [...recordsOf(cleanText(textOf(file)))];
  if (records.length > file.limits.records) throw tooManyRecords(file);
  if (records.length === 0) throw unreadable(file, 'it holds no MEDLINE record');
  return medlineDocuments(records.map(recordOfFields));
};

function* recordsOf(text: string): Generator<Fields> {
  let fields: Fields = new Map();
  let values: string[] = [];
  for (const line of text.split('\n')) {
    const [, tag, value] = /^([A-Z]{2,4}) *- ?(.*)$/u.exec(line) ?? [];
    if (tag !== undefined && value !== undefined) {
      if (tag === 'PMID' && fields.size > 0) {
        yield fields;
        fields = new Map();
      }
      values = fields.get(tag) ?? [];
      values.push(value.trim());
      fields.set(tag, values);
    } else if (line.startsWith('      ') && values.length > 0) {
      values.push(`${values.pop()} ${line.trim()}`);
    }
  }
  if (fields.size > 0) yield fields;
}

function recordOfFields(fields: Fields): MedlineRecord {
  const first = (...tags: string[]) =>
    tags.flatMap((tag) => fields.get(tag) ?? []).find((v) => v !== '') ?? '';
  const ids = ['LID', 'AID'].flatMap((tag) => fields.get(tag) ?? []);
  return {
    pmid: first('PMID'),
    title: first('TI', 'BTI'),
    abstract: sectionsOf(first('AB')),
    journal: first('JT', 'TA'),
    year: Number(/\b(?:1[89]|20)\d\d\b/u.exec(first('DP'))?.[0]) || null,
    types: fields.get('PT') ?? [],
    authors: fields.get('AU') ?? [],
    doi: ids.map((id) => /^(10\.\S+) \[doi\]$/u.exec(id)?.[1]).find((doi) => doi !== undefined) ?? null,
  };
}

/** In tagged text the labels of a structured abstract stand in capitals before their text: "METHODS: …". */
function sectionsOf(abstract: string): MedlineRecord['abstract'] {
  const parts = abstract.split(/(?:^|(?<=[.?!)] ))([A-Z][A-Z ,/&'-]{3,60}): /u);
  const [lead = '', ...labelled] = parts;
  const sections = lead.trim() === '' ? [] : [{ label: '', text: lead.trim() }];
  for (let i = 0; i + 1 < labelled.length; i += 2) {
    sections.push({ label: labelled[i] ?? '', text: labelled[i + 1]?.trim() ?? '' });
  }
  return sections;
}

/** An article as MEDLINE records it, in XML or in tagged text. */
interface MedlineRecord {
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
function medlineDocuments(records: readonly MedlineRecord[]): ParsedFile {
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
