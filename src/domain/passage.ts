import { z } from 'zod';
import { Scope } from './access.ts';
import { EvidenceLevel } from './evidence-level.ts';
import { Language } from './language.ts';

/** A stored document. Every offset Galen ever returns refers to `text`. */
export const KnowledgeDocument = z.object({
  id: z.string(),
  tenant_id: z.string(),
  collection: z.string(),
  title: z.string(),
  text: z.string(),
  language: Language,
  source_type: z.string(),
  evidence_level: EvidenceLevel,
  journal: z.string(),
  /** Of publication; null where nobody knows it. */
  year: z.number().int().nullable(),
  url: z.string().nullable(),
  pmid: z.string().nullable(),
  reference: z.string().nullable(),
  scope: Scope,
  department: z.string().nullable(),
  /** Whom it is written for (`patient_diabetes`); null is for everyone. */
  role: z.string().nullable(),
  topic: z.string().nullable(),
  sub_topic: z.string().nullable(),
  created_at: z.string(),
});
export type KnowledgeDocument = z.infer<typeof KnowledgeDocument>;

/** The collection of the sample literature and guidelines: nobody else adds to it. */
export const SAMPLE_COLLECTION = 'literature';
/** The collection of the sample question–answer pairs, beside those that others add. */
export const CONSULT_COLLECTION = 'consult';
/** What the ids of sample pairs begin with: no other document of their collection has such an id. */
export const PAIR_PREFIX = 'pair.';
/** The collection of the sample policies, beside those that others add. */
export const POLICY_COLLECTION = 'desk';
/** Where the fictional hospital would show its policies: an address that can never exist. */
export const INTRANET = 'https://intra.hoasen.example/policies';

/** Whose words a document holds, where it is part of the sample knowledge. */
export const Origin = z.object({
  /** The publication that Galen tells in its own words; null where the document is what it says it is. */
  summary_of: z.string().nullable().default(null),
  /** Written by a hospital that does not exist. */
  fictional: z.boolean().default(false),
});
export type Origin = z.infer<typeof Origin>;

/** A document as it is shown to a reader. */
export const ShownDocument = KnowledgeDocument.omit({ tenant_id: true }).extend(Origin.shape);
export type ShownDocument = z.infer<typeof ShownDocument>;

export function originOf(
  document: Pick<KnowledgeDocument, 'id' | 'collection' | 'url' | 'journal' | 'reference'>,
): Origin {
  const { id, collection, url, journal, reference } = document;
  const isSummary =
    collection === SAMPLE_COLLECTION || (collection === CONSULT_COLLECTION && id.startsWith(PAIR_PREFIX));
  return {
    summary_of: isSummary ? (reference ?? journal).replace(/\.$/u, '') : null,
    fictional: collection === POLICY_COLLECTION && (url?.startsWith(`${INTRANET}/`) ?? false),
  };
}

/** A document in a list: all but its text, and how many passages it has. */
export const DocumentSummary = KnowledgeDocument.omit({
  tenant_id: true,
  text: true,
  journal: true,
  url: true,
  pmid: true,
  reference: true,
}).extend({ passages: z.number().int() });
export type DocumentSummary = z.infer<typeof DocumentSummary>;

/** A document as one asker sees it listed. */
export const ListedDocument = DocumentSummary.extend({ may_delete: z.boolean() });
export type ListedDocument = z.infer<typeof ListedDocument>;

/** A piece of a document: `document.text.slice(start, end) === passage.text`. */
export const Passage = z.object({
  id: z.string(),
  document_id: z.string(),
  /** The heading it stands under; empty where there is none. */
  heading: z.string(),
  /** That heading and those above it, the outermost first. */
  heading_path: z.array(z.string()),
  text: z.string(),
  start: z.number().int(),
  end: z.number().int(),
  /** The page it starts on; null where the document has no pages. */
  page: z.number().int().nullable(),
});
export type Passage = z.infer<typeof Passage>;

/** Other words for a part of a query; `phrase` is empty when it is the query as a whole. */
export const Expansion = z.object({ phrase: z.string(), alternatives: z.array(z.string()) });
export type Expansion = z.infer<typeof Expansion>;

/** A word of a question and the one that was probably meant. */
export const Correction = z.object({ from: z.string(), to: z.string() });
export type Correction = z.infer<typeof Correction>;

/** A term of a query and how much a match on it tells (its inverse document frequency). */
export const TermWeight = z.object({ term: z.string(), weight: z.number() });
export type TermWeight = z.infer<typeof TermWeight>;

/** A passage that a search found, with what a source needs to be shown and the scores that ranked it. */
export const RankedPassage = Passage.extend({
  document: KnowledgeDocument.omit({ text: true, tenant_id: true }),
  /** All within 0 and 1, but for `bm25` and `cosine`, from which `lexical` and `dense` were scaled. */
  scores: z.object({
    bm25: z.number(),
    /** Null where no vector took part. */
    cosine: z.number().nullable(),
    lexical: z.number(),
    dense: z.number(),
    relevance: z.number(),
    evidence: z.number(),
    final: z.number(),
    /** The reranker's, where one took part: what the order goes by. Above 1 where our own adds for the asker's language. */
    rerank: z.number().optional(),
    /** How likely the passage answers the question, where our own ranker read both. */
    answers: z.number().optional(),
    /** How likely what was found with it, all together, answers the question, where our own ranker read it. */
    chance: z.number().optional(),
  }),
  /** Its sentences, each with how likely it answers the question (of several: which), where our own ranker read them. */
  sentences: z
    .array(z.object({ text: z.string(), answers: z.number(), question: z.number().int().optional() }))
    .optional(),
  /** The query's terms that the passage holds, itself or by a synonym, and the synonym's terms. */
  matched_terms: z.array(z.string()),
  /** Ids of worse placed passages that only repeat this one. */
  also_in: z.array(z.string()).optional(),
});
export type RankedPassage = z.infer<typeof RankedPassage>;

/**
 * Below the first, passages are not shown; below the second they are shown as related; from there on they are an answer. Chosen where
 * fit-chance.ts shows one answerable question in eleven refused, and one in ten unanswerable ones answered.
 */
const RELATED_FROM = 0.25;
const ANSWERS_FROM = 0.6;

/** How likely passages answer all that was searched for, 0 to 1; null where our own ranker has not read them. */
export function answerChance(passages: readonly RankedPassage[]): number | null {
  const chances = passages.flatMap(({ scores }) => scores.chance ?? []);
  return chances.length === 0 ? null : Math.min(...chances);
}

/** Whether passages answer, only come near, or speak of something else. What nobody has read is taken for an answer. */
export function howNear(passages: readonly RankedPassage[]): 'answers' | 'related' | 'elsewhere' {
  const chance = answerChance(passages) ?? 1;
  if (chance < RELATED_FROM) return 'elsewhere';
  return chance < ANSWERS_FROM ? 'related' : 'answers';
}

export function logOdds(chance: number): number {
  const within = Math.min(Math.max(chance, 1e-4), 1 - 1e-4);
  return Math.log(within / (1 - within));
}

export function chanceOf(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
