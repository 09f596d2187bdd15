import { EVIDENCE_WEIGHTS } from '../../domain/evidence-level.ts';
import type { Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';

/** A verdict answers what was asked; a notice only says why nothing does, and makes for little confidence. */
const RELEVANCE = { verdict: 0.8, notice: 0.4 };

/** What became of a call, as a passage: an answer that tells it cites it like anything else. */
export function makeNotice(notice: {
  kind: 'verdict' | 'notice';
  id: string;
  title: string;
  text: string;
  language: Language;
  /** ISO 8601. */
  at: string;
}): RankedPassage {
  const { kind, id, title, text, language, at } = notice;
  const relevance = RELEVANCE[kind];
  const scores = { bm25: 0, cosine: null, lexical: 0, dense: 0, relevance };
  return {
    id: `${id}#0`,
    document_id: id,
    heading: '',
    heading_path: [],
    text,
    start: 0,
    end: text.length,
    page: null,
    document: {
      id,
      collection: 'tools',
      title,
      language,
      source_type: 'tool_report',
      evidence_level: 'expert_opinion',
      journal: 'Galen',
      year: Number(at.slice(0, 4)),
      url: null,
      pmid: null,
      reference: null,
      scope: 'private',
      department: null,
      role: null,
      topic: null,
      sub_topic: null,
      created_at: at,
    },
    scores: { ...scores, evidence: EVIDENCE_WEIGHTS.expert_opinion, final: relevance },
    matched_terms: [],
  };
}
