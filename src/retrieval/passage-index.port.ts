import type { Access } from '../domain/access.ts';
import type { EvidenceLevel } from '../domain/evidence-level.ts';
import type { Language } from '../domain/language.ts';
import type {
  Correction,
  DocumentSummary,
  Expansion,
  KnowledgeDocument,
  Passage,
  RankedPassage,
  TermWeight,
} from '../domain/passage.ts';

export interface PassageFilters {
  source_types?: readonly string[] | null;
  evidence_levels?: readonly EvidenceLevel[] | null;
  collections?: readonly string[] | null;
  /** Documents of one of these; what belongs to no department is left out. */
  departments?: readonly string[] | null;
  /** Beside the departments' documents: those of no department, for the whole hospital, on one of these topics. */
  house_topics?: readonly string[] | null;
  languages?: readonly Language[] | null;
  /** Documents written for one of these, or for everyone. */
  roles?: readonly string[] | null;
  topics?: readonly string[] | null;
  sub_topics?: readonly string[] | null;
  /** The first and the last year, both included; either leaves out what has no year. */
  year_from?: number | null;
  year_to?: number | null;
}

export interface PassageQuery {
  query: string;
  /** Other words for parts of the query: a match on them counts, their absence does not. */
  expansions: readonly Expansion[];
  language: Language;
  access: Access;
  filters: PassageFilters;
  limit: number;
  /**
   * Counts how rare words are over what the access may read, not over all of the tenant: then nothing that may not be
   * read has a part in the order. For collections of thousands of passages, not of hundreds of thousands.
   */
  countsReadable?: boolean;
  signal: AbortSignal;
}

export interface SearchResult {
  passages: RankedPassage[];
  /** The query's terms and how much each tells: rare ones tell more. */
  terms: TermWeight[];
  /** Words that no passage holds, and the ones in their place by which passages were found. */
  corrections: Correction[];
  /** Why part of the search did not take place (an embedder that failed, say); null when all of it did. */
  degraded: string | null;
}

/** A document as an index stores it: cut into passages, with what its content's fingerprint is. */
export interface StoredDocument {
  document: KnowledgeDocument;
  passages: readonly Passage[];
  fingerprint: string;
  /** The id of the document that this one takes the place of. */
  supersedes?: string | null;
}

/** The document that has taken the place of another. */
export interface Successor {
  title: string;
  created_at: string;
}

export interface UpkeepOptions {
  signal: AbortSignal;
  /** How many passages of all are in the index that is being built. */
  onProgress?: (done: number, total: number) => void;
}

/** How the index is made, and how far the one being built beside it is. */
export interface IndexState {
  passages: number;
  engine: string;
  analyzer: string;
  embedder: string;
  vector_index: string;
  building: { done: number; total: number } | null;
}

/** A topic and one of its sub-topics, null where it has none, with how many passages are about them. */
export interface TopicCount {
  topic: string;
  sub_topic: string | null;
  passages: number;
}

/** Where passages live. Access and filters are part of every query inside the engine, never applied afterwards. */
export interface PassageIndex {
  /** Best first; only passages that share something with the query. */
  search(query: PassageQuery): Promise<SearchResult>;
  /**
   * Replaces all passages of each document at once: a search sees the old or the new, never a mixture. Many documents,
   * each once, are far faster than one by one; all of them or, when one cannot be stored, none.
   */
  replaceDocuments(many: readonly StoredDocument[]): Promise<void>;
  /** To be called after many changes, so that searches stay fast. */
  refresh(): Promise<void>;
  /**
   * Rebuilds an index made by another analyzer or embedder, or too small for what it has to hold, beside the one in
   * use, then swaps them. Searches and changes go on meanwhile. True when there was something to do; what a stop left
   * half done is taken up by the next call.
   */
  upkeep(options: UpkeepOptions): Promise<boolean>;
  state(): Promise<IndexState>;
  removeDocument(tenantId: string, documentId: string): Promise<boolean>;
  /** A document as it was when it was removed, while that is kept; storing it again restores it. */
  removedDocument(tenantId: string, documentId: string): Promise<StoredDocument | null>;
  /** The stored document, if the access may read it. */
  getDocument(access: Access, documentId: string): Promise<KnowledgeDocument | null>;
  /** Of these documents, those that another one, which the access may read, has taken the place of; the newest such one. */
  successors(access: Access, documentIds: readonly string[]): Promise<Map<string, Successor>>;
  /** The passages up to `reach` before and after each of these in their documents, without these themselves. */
  neighbours(access: Access, passageIds: readonly string[], reach: number): Promise<Passage[]>;
  /** What the access may read, newest first. `before`: the id of the last one already seen; `title`: a part of it, in any case. */
  list(
    access: Access,
    options: { limit: number; before?: string | undefined; title?: string | undefined },
  ): Promise<DocumentSummary[]>;
  /** The topics of what access and filters leave, each with its sub-topics, in the order of their names. */
  topics(access: Access, filters: PassageFilters): Promise<TopicCount[]>;
  /** A fingerprint of each stored document's content, to skip what has not changed; of those whose id begins so. */
  fingerprints(tenantId: string, collection: string, idPrefix?: string): Promise<Map<string, string>>;
  /** Another one whenever a document of these collections that the access may read has changed, and only then. */
  version(access: Access, collections: readonly string[]): Promise<string>;
  count(tenantId: string): Promise<{ documents: number; passages: number }>;
}
