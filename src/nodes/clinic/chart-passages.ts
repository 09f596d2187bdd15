import { EVIDENCE_WEIGHTS } from '../../domain/evidence-level.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';

const TITLE: Bilingual = { en: 'Patient chart', vi: 'Bệnh án' };
/** A chart says of its own patient what no search could say better. */
const RELEVANCE = 0.8;

/** The lines of a chart, "heading: entries" each, as passages of one document: quoted whole, so that each says what it is. */
export function chartPassages(
  documentId: string,
  lines: readonly string[],
  { language, at }: { language: Language; at: string },
): RankedPassage[] {
  let start = 0;
  return lines.map((line, i) => {
    const from = start;
    start += line.length + 1;
    const heading = line.split(':')[0] ?? '';
    return {
      id: `${documentId}#${i}`,
      document_id: documentId,
      heading,
      heading_path: [heading],
      text: line,
      start: from,
      end: from + line.length,
      page: null,
      document: {
        id: documentId,
        collection: 'chart',
        title: TITLE[language],
        language,
        source_type: 'chart',
        evidence_level: 'case_report',
        journal: TITLE[language],
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
      scores: {
        bm25: 0,
        cosine: null,
        lexical: 0,
        dense: 0,
        relevance: RELEVANCE,
        evidence: EVIDENCE_WEIGHTS.case_report,
        final: RELEVANCE,
      },
      matched_terms: [],
    };
  });
}
