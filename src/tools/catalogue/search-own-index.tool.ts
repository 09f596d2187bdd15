import { z } from 'zod';
import * as texts from '../../../texts/tools.ts';
import { type Access, accessOf } from '../../domain/access.ts';
import type { EvidenceLevel } from '../../domain/evidence-level.ts';
import type { Bilingual } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { anyone, defineTool, notFound } from '../define-tool.ts';

export function retrieveMedicalInfo(search: SearchKnowledge) {
  return searchOwnIndex(search, {
    name: 'retrieve_medical_info',
    description: texts.RETRIEVE_INFO_ABOUT,
    nothing: texts.NOTHING_IN_KNOWLEDGE,
    evidenceLevels: null,
  });
}

export function getClinicalGuideline(search: SearchKnowledge) {
  return searchOwnIndex(search, {
    name: 'get_clinical_guideline',
    description: texts.GET_GUIDELINE_ABOUT,
    nothing: texts.NO_GUIDELINE_IN_KNOWLEDGE,
    evidenceLevels: ['clinical_guideline'],
  });
}

/** A tool that searches Galen's own index, within what the asker may read. Nothing leaves. */
export function searchOwnIndex(
  search: SearchKnowledge,
  traits: {
    name: string;
    description: Bilingual;
    nothing: Bilingual;
    evidenceLevels: readonly EvidenceLevel[] | null;
  },
) {
  return defineTool({
    ...traits,
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
      const { evidenceLevels, nothing } = traits;
      const access = accessOf(principal);
      const { passages, degraded } = await search({ query, access, evidenceLevels, limit, signal });
      const output = { document_ids: [...new Set(passages.map(({ document_id }) => document_id))], degraded };
      if (passages.length === 0) return { ...notFound('no-passages', nothing), output };
      return { status: 'ok', message: texts.passagesFound(passages.length), output, passages };
    },
  });
}

export interface KnowledgeQuery {
  query: string;
  access: Access;
  evidenceLevels: readonly EvidenceLevel[] | null;
  limit: number;
  signal: AbortSignal;
}

/** Searches Galen's own index: the passages worth reading, and which parts of the search did not take place. */
export type SearchKnowledge = (
  query: KnowledgeQuery,
) => Promise<{ passages: RankedPassage[]; degraded: string[] }>;
