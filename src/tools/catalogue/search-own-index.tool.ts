import { z } from 'zod';
import * as texts from '../../../texts/tools.ts';
import { accessOf } from '../../domain/access.ts';
import type { EvidenceLevel } from '../../domain/evidence-level.ts';
import type { Bilingual } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import type { PassageQuery } from '../../retrieval/passage-index.port.ts';
import { anyone, defineTool, notFound } from '../define-tool.ts';

/** The tools that search Galen's own index, within what the asker may read. Nothing leaves. */
export function searchOwnIndex(search: SearchKnowledge) {
  const { RETRIEVE_INFO_ABOUT, NOTHING_IN_KNOWLEDGE, GET_GUIDELINE_ABOUT, NO_GUIDELINE_IN_KNOWLEDGE } = texts;
  return [
    searchTool('retrieve_medical_info', RETRIEVE_INFO_ABOUT, NOTHING_IN_KNOWLEDGE, null),
    searchTool('get_clinical_guideline', GET_GUIDELINE_ABOUT, NO_GUIDELINE_IN_KNOWLEDGE, [
      'clinical_guideline',
    ]),
  ];

  function searchTool(
    name: string,
    description: Bilingual,
    nothing: Bilingual,
    evidenceLevels: readonly EvidenceLevel[] | null,
  ) {
    return defineTool({
      name,
      description,
      isWrite: false,
      mayUse: anyone,
      input: z.object({
        query: z.string().trim().min(2).max(500).describe('the question or its key words'),
        limit: z.number().int().min(1).max(10).default(5),
      }),
      output: z.object({
        document_ids: z.array(z.string()),
        /** Which parts of the search did not take place, and why. */
        degraded: z.array(z.string()),
      }),

      async run({ query, limit }, { principal, signal }) {
        const access = accessOf(principal);
        const { passages, degraded } = await search({ query, access, evidenceLevels, limit, signal });
        const document_ids = [...new Set(passages.map(({ document_id }) => document_id))];
        const output = { document_ids, degraded };
        if (passages.length === 0) return { ...notFound('no-passages', nothing), output };
        return { status: 'ok', message: texts.passagesFound(passages.length), output, passages };
      },
    });
  }
}

export interface KnowledgeQuery extends Pick<PassageQuery, 'query' | 'access' | 'limit' | 'signal'> {
  evidenceLevels: readonly EvidenceLevel[] | null;
}

/** Searches Galen's own index: the passages worth reading, and which parts of the search did not take place. */
export type SearchKnowledge = (
  query: KnowledgeQuery,
) => Promise<{ passages: RankedPassage[]; degraded: string[] }>;
