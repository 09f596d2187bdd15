import { EVIDENCE_WEIGHTS } from '../domain/evidence-level.ts';
import type { KnowledgeDocument, Passage, RankedPassage } from '../domain/passage.ts';
import { splitSentences } from '../language/sentences.ts';
import type { ToolResult } from './tools.port.ts';

/** About as long as the passages of ingested documents. */
const PASSAGE_CHARACTERS = 700;
const BETWEEN_SECTIONS = '\n\n';

export interface Section {
  heading: string;
  /** As the service gave it. */
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
  Partial<Pick<KnowledgeDocument, 'pmid' | 'reference' | 'scope' | 'topic' | 'language'>>;

/** Turns what a service said into a document and passages that are cited like any other: nothing but its own words. */
export function makeCitable(
  described: Described,
  sections: readonly Section[],
  /** Its place among what was found, 1 for the best: no search of ours has measured it. */
  relevance = 1,
): Citable {
  const document: KnowledgeDocument = {
    collection: 'tools',
    language: 'en',
    pmid: null,
    reference: null,
    scope: 'public',
    department: null,
    role: null,
    topic: null,
    sub_topic: null,
    ...described,
    text: sections.map(({ text }) => text).join(BETWEEN_SECTIONS),
  };
  const passages: Passage[] = [];
  let offset = 0;
  for (const { heading, text } of sections) {
    for (const { start, end } of groupSentences(text, document.language)) {
      passages.push({
        id: `${document.id}#${passages.length}`,
        document_id: document.id,
        heading,
        heading_path: heading === '' ? [] : [heading],
        text: text.slice(start, end),
        start: offset + start,
        end: offset + end,
        page: null,
      });
    }
    offset += text.length + BETWEEN_SECTIONS.length;
  }
  return { document, passages: passages.map((passage) => ranked(passage, document, relevance)) };
}

/** What was made citable, as a tool's result holds it. */
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

function ranked(passage: Passage, whole: KnowledgeDocument, relevance: number): RankedPassage {
  const { text: _text, tenant_id: _tenant, ...document } = whole;
  const evidence = EVIDENCE_WEIGHTS[document.evidence_level];
  const scores = { bm25: 0, cosine: null, lexical: 0, dense: 0, relevance, evidence, final: relevance };
  return { ...passage, document, scores, matched_terms: [] };
}
