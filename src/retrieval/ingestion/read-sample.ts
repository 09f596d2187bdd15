import { GalenError } from '../../domain/errors.ts';
import type { KnowledgeDocument } from '../../domain/passage.ts';
import { readQuestionAnswerCsv } from './formats/read-question-answer-csv.ts';
import { DEFAULT_READ_LIMITS } from './read-limits.ts';
import { readMarkdown } from './read-markdown.ts';

/** The collection the sample literature and guidelines go into. */
export const SAMPLE_COLLECTION = 'literature';
/** The collection the sample question–answer pairs go into, beside those that others add. */
export const CONSULT_COLLECTION = 'consult';
/** What the ids of sample pairs begin with: no other document of their collection has such an id. */
const PAIR_PREFIX = 'pair.';

/** The year the sample pairs were written: that of a pair whose reference names none. */
const PAIRS_YEAR = 2026;

interface SampleDocument {
  document: Omit<KnowledgeDocument, 'tenant_id' | 'created_at'>;
  /** All that the document was made from. */
  content: string;
}

interface SampleReader {
  /** Paths within the folder. */
  takes: RegExp;
  collection: string;
  /** What the ids of its documents begin with. */
  idPrefix: string;
  /** Each file is one document, made from all of its text. */
  isOneDocument: boolean;
  read(file: string, bytes: Uint8Array): SampleDocument[] | Promise<SampleDocument[]>;
}

/** How each kind of file of the sample knowledge becomes documents. */
export const SAMPLE_READERS: readonly SampleReader[] = [
  {
    // Policies state their own scope and department: `loadPolicies` reads them.
    takes: /^(?!desk\/)(?:.*\/)?(?!README\.md$)[^/]+\.md$/u,
    collection: SAMPLE_COLLECTION,
    idPrefix: '',
    isOneDocument: true,
    read: readText,
  },
  {
    takes: /^consult\/[a-z_]+\.(?:vi|en)\.csv$/u,
    collection: CONSULT_COLLECTION,
    idPrefix: PAIR_PREFIX,
    isOneDocument: false,
    read: readPairs,
  },
];

function readText(file: string, bytes: Uint8Array): SampleDocument[] {
  const content = new TextDecoder().decode(bytes);
  const { topic, translation_of, doi, ...document } = readMarkdown(file, content);
  return [
    {
      document: {
        ...document,
        topic,
        sub_topic: null,
        role: null,
        collection: SAMPLE_COLLECTION,
        url: doi === undefined ? null : `https://doi.org/${doi}`,
        pmid: document.pmid ?? null,
        scope: 'public',
        department: null,
      },
      content,
    },
  ];
}

/** Pairs for one role in one language, both of which the file's name tells. */
async function readPairs(file: string, bytes: Uint8Array): Promise<SampleDocument[]> {
  const [role = ''] = (file.split('/').at(-1) ?? '').split('.');
  const { documents, skipped } = await readQuestionAnswerCsv({
    name: file,
    bytes,
    limits: DEFAULT_READ_LIMITS,
  });
  const [fault] = skipped;
  if (fault) {
    throw new GalenError('KNOWLEDGE_UNREADABLE', { file, problem: `${fault.place}: ${fault.reason}` });
  }
  return documents.map((pair) => {
    const language = pair.language ?? 'vi';
    return {
      document: {
        id: `${PAIR_PREFIX}${role}.${language}.${pair.number ?? pair.key}`,
        collection: CONSULT_COLLECTION,
        title: pair.title,
        text: pair.text,
        language,
        source_type: 'qa',
        evidence_level: 'expert_opinion',
        // What the pair rests on is what a reader wants to see beside it.
        journal: pair.reference ?? '',
        year: yearIn(pair.reference ?? ''),
        url: null,
        pmid: null,
        reference: pair.reference,
        scope: 'public',
        department: null,
        role,
        topic: pair.demuc,
        sub_topic: pair.chu_de_con,
      },
      content: JSON.stringify(pair),
    };
  });
}

function yearIn(reference: string): number {
  const years = reference.match(/(?<!\d)(?:19|20)\d\d(?!\d)/gu) ?? [];
  return Number(years.at(-1) ?? PAIRS_YEAR);
}
