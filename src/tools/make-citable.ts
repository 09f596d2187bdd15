import { EVIDENCE_WEIGHTS } from '../domain/evidence-level.ts';
import type { KnowledgeDocument, Passage, RankedPassage } from '../domain/passage.ts';
import { splitSentences } from '../language/sentences.ts';
import type { ToolResult } from './tools.port.ts';

/** About as long as the passages of ingested documents. */
const PASSAGE_CHARACTERS = 700;
const BETWEEN_SECTIONS = '\n\n';

export interface Section {
  heading: string;
  text: string;
}

export interface Citable {
  document: KnowledgeDocument;
  passages: RankedPassage[];
}

type Described = Pick<
  KnowledgeDocument,
  'id' | 'tenant_id' | 'title' | 'source_type' | 'evidence_level' | 'journal' | 'year' | 'url' | 'created_at'
> &
  Partial<Pick<KnowledgeDocument, 'collection' | 'pmid' | 'reference' | 'scope' | 'topic' | 'language'>>;

/** Turns what a service said into a document and passages that are cited like any other: nothing but its own words. */
export function makeCitable(
  described: Described,
  sections: readonly Section[],
  /** Its place among what was found, 1 for the best: no search of ours has measured it. */
  relevance = 1,
): Citable {
  const { tenant_id, ...about } = described;
  const text = sections.map((section) => section.text).join(BETWEEN_SECTIONS);
  const document: KnowledgeDocument = { ...UNSAID, ...about, tenant_id, text };
  const passages: RankedPassage[] = [];
  let offset = 0;
  for (const { heading, text: said } of sections) {
    for (const { start, end } of groupSentences(said, document.language)) {
      const id = `${document.id}#${passages.length}`;
      const passage = { id, heading, text: said.slice(start, end), start: offset + start };
      passages.push(citePassage(about, passage, relevance));
    }
    offset += said.length + BETWEEN_SECTIONS.length;
  }
  return { document, passages };
}

/** What a document is where nobody says otherwise. */
const UNSAID = {
  collection: 'tools',
  language: 'en',
  pmid: null,
  reference: null,
  scope: 'public',
  department: null,
  role: null,
  topic: null,
  sub_topic: null,
} as const;

/** A passage that no search found, cited like any other. */
export function citePassage(
  described: Omit<Described, 'tenant_id'>,
  { id, heading, text, start }: Pick<Passage, 'id' | 'heading' | 'text' | 'start'>,
  relevance: number,
): RankedPassage {
  const evidence = EVIDENCE_WEIGHTS[described.evidence_level];
  return {
    id,
    document_id: described.id,
    heading,
    heading_path: heading === '' ? [] : [heading],
    text,
    start,
    end: start + text.length,
    page: null,
    document: { ...UNSAID, ...described },
    scores: { bm25: 0, cosine: null, lexical: 0, dense: 0, relevance, evidence, final: relevance },
    matched_terms: [],
  };
}

export function citing(citables: readonly Citable[]): Pick<ToolResult, 'documents' | 'passages'> {
  return {
    documents: citables.map(({ document }) => document),
    passages: citables.flatMap(({ passages }) => passages),
  };
}

/** Neighbouring sentences up to a passage's length; a longer sentence stands alone. */
function groupSentences(text: string, language: string): { start: number; end: number }[] {
  const groups: { start: number; end: number }[] = [];
  for (const { start, end } of splitSentences(text, language)) {
    const last = groups.at(-1);
    if (last && end - last.start <= PASSAGE_CHARACTERS) last.end = end;
    else groups.push({ start, end });
  }
  return groups;
}
