import { load } from 'cheerio';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { type FormatReader, textOf, tooManyRecords, unreadable } from './format-reader.ts';
import { htmlBlocks } from './html-blocks.ts';
import { type MedlineRecord, medlineDocuments } from './medline-document.ts';

const LISTS = new Set([
  'PubmedArticle',
  'PubmedBookArticle',
  'AbstractText',
  'PublicationType',
  'Author',
  'ELocationID',
  'ArticleId',
]);

/** Entities stay as they stand until the markup inside titles and abstracts is read with them. */
const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  // They hold markup of their own (<i>, <sup>), which is no structure here.
  stopNodes: ['*.ArticleTitle', '*.AbstractText', '*.CollectiveName'],
  isArray: (name) => LISTS.has(name),
});

/** An element with or without attributes. */
const Text = z
  .union([z.string(), z.object({ '#text': z.string().default('') })])
  .transform((value) => plainText(typeof value === 'string' ? value : value['#text']));

const Labelled = z.union([
  z.string().transform((text) => ({ '@Label': '', '#text': text })),
  z.object({ '@Label': z.string().default(''), '#text': z.string().default('') }),
]);

const Id = z.union([z.string().transform(() => null), z.object({ '#text': z.string().default('') }).loose()]);

/** What Galen takes of a PubmedArticle (https://dtd.nlm.nih.gov/ncbi/pubmed/doc/out/250101/). */
const Article = z.object({
  MedlineCitation: z.object({
    PMID: Text,
    Article: z.object({
      ArticleTitle: Text.default(''),
      Abstract: z.object({ AbstractText: z.array(Labelled).default([]) }).optional(),
      Journal: z
        .object({
          Title: Text.optional(),
          ISOAbbreviation: Text.optional(),
          JournalIssue: z
            .object({ PubDate: z.object({ Year: Text.optional(), MedlineDate: Text.optional() }).optional() })
            .optional(),
        })
        .optional(),
      AuthorList: z
        .object({
          Author: z
            .array(
              z.object({
                LastName: Text.optional(),
                Initials: Text.optional(),
                CollectiveName: Text.optional(),
              }),
            )
            .default([]),
        })
        .optional(),
      PublicationTypeList: z.object({ PublicationType: z.array(Text).default([]) }).optional(),
      ELocationID: z.array(Id).default([]),
    }),
  }),
});

const ArticleSet = z.object({
  PubmedArticleSet: z.object({
    PubmedArticle: z.array(z.unknown()).default([]),
    PubmedBookArticle: z.array(z.unknown()).default([]),
  }),
});

/** PubMed's XML, as efetch and its yearly files give it. */
export const readPubmedXml: FormatReader = (file) => {
  const xml = textOf(file);
  if (xml.includes('<!ENTITY')) throw unreadable(file, 'it declares XML entities');
  const validity = XMLValidator.validate(xml);
  if (validity !== true) throw unreadable(file, `its XML is damaged at line ${validity.err.line}`);
  const set = ArticleSet.safeParse(PARSER.parse(xml));
  if (!set.success) throw unreadable(file, 'it is not a PubmedArticleSet');
  const { PubmedArticle: articles, PubmedBookArticle: books } = set.data.PubmedArticleSet;
  if (articles.length > file.limits.records) throw tooManyRecords(file);
  const read = articles.map((article) => Article.safeParse(article));
  const { documents, skipped } = medlineDocuments(read.flatMap(({ data }) => (data ? [toRecord(data)] : [])));
  return {
    documents,
    skipped: [
      ...read.flatMap(({ success }, i) =>
        success ? [] : [{ place: `article ${i + 1}`, reason: 'it is not as PubMed writes articles' }],
      ),
      ...skipped,
      ...books.map((_, i) => ({ place: `book article ${i + 1}`, reason: 'only journal articles are read' })),
    ],
  };
};

function toRecord({ MedlineCitation }: z.infer<typeof Article>): MedlineRecord {
  const { PMID, Article: article } = MedlineCitation;
  const date = article.Journal?.JournalIssue?.PubDate;
  const doi = article.ELocationID.find((id) => id?.['@EIdType'] === 'doi');
  return {
    pmid: PMID,
    title: article.ArticleTitle,
    abstract: (article.Abstract?.AbstractText ?? [])
      .map((part) => ({ label: plainText(part['@Label']), text: plainText(part['#text']) }))
      .filter(({ text }) => text !== ''),
    journal: article.Journal?.Title ?? article.Journal?.ISOAbbreviation ?? '',
    year: Number(/\d{4}/u.exec(date?.Year ?? date?.MedlineDate ?? '')?.[0]) || null,
    types: article.PublicationTypeList?.PublicationType ?? [],
    authors: (article.AuthorList?.Author ?? [])
      .map(
        ({ LastName = '', Initials = '', CollectiveName = '' }) =>
          CollectiveName || `${LastName} ${Initials}`.trim(),
      )
      .filter((author) => author !== ''),
    doi: doi ? plainText(doi['#text']) : null,
  };
}

function plainText(markup: string): string {
  return /[<&]/u.test(markup) ? htmlBlocks(load(markup, null, false), '') : markup.trim();
}
