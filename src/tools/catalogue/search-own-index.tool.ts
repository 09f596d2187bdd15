import { z } from 'zod';
import { type Access, accessOf } from '../../domain/access.ts';
import type { EvidenceLevel } from '../../domain/evidence-level.ts';
import type { Bilingual } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { anyone, defineTool } from '../define-tool.ts';

/** Anything in Galen's own index. */
export function retrieveMedicalInfo(search: SearchKnowledge) {
  return searchOwnIndex(search, {
    name: 'retrieve_medical_info',
    description: {
      en: 'Passages of the hospital’s own knowledge base on a question, ready to be quoted.',
      vi: 'Các đoạn trong cơ sở tri thức của bệnh viện về một câu hỏi, có thể trích dẫn.',
    },
    nothing: {
      en: 'The knowledge base was searched and holds nothing on this.',
      vi: 'Đã tìm trong cơ sở tri thức và không có nội dung về điều này.',
    },
    evidenceLevels: null,
  });
}

/** Guidelines in Galen's own index. */
export function getClinicalGuideline(search: SearchKnowledge) {
  return searchOwnIndex(search, {
    name: 'get_clinical_guideline',
    description: {
      en: 'Passages of clinical guidelines in the hospital’s own knowledge base, ready to be quoted.',
      vi: 'Các đoạn hướng dẫn lâm sàng trong cơ sở tri thức của bệnh viện, có thể trích dẫn.',
    },
    nothing: {
      en: 'The knowledge base was searched and holds no guideline on this. There may be one elsewhere.',
      vi: 'Đã tìm trong cơ sở tri thức và không có hướng dẫn về điều này. Có thể có ở nơi khác.',
    },
    evidenceLevels: ['clinical_guideline'],
  });
}

const Output = z.object({
  document_ids: z.array(z.string()),
  /** Which parts of the search did not take place, and why. */
  degraded: z.array(z.string()),
});

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
    name: traits.name,
    description: traits.description,
    isWrite: false,
    mayUse: anyone,
    input: z.object({
      query: z.string().trim().min(2).max(500).describe('the question or its key words'),
      limit: z.number().int().min(1).max(10).default(5),
    }),
    output: Output,

    async run({ query, limit }, { principal, signal }) {
      const { evidenceLevels, nothing } = traits;
      const { passages, degraded } = await search({
        query,
        access: accessOf(principal),
        evidenceLevels,
        limit,
        signal,
      });
      const output = { document_ids: [...new Set(passages.map(({ document_id }) => document_id))], degraded };
      if (passages.length === 0) {
        return {
          status: 'not-found',
          reason: 'no-passages',
          strategy: 'retry_reformulate',
          message: nothing,
          output,
        };
      }
      return {
        status: 'ok',
        message: {
          en: `${passages.length} passages of the knowledge base speak of it.`,
          vi: `${passages.length} đoạn trong cơ sở tri thức nói về điều này.`,
        },
        output,
        passages,
      };
    },
  });
}

export interface KnowledgeQuery {
  query: string;
  access: Access;
  /** Only evidence of these levels; all without it. */
  evidenceLevels: readonly EvidenceLevel[] | null;
  limit: number;
  signal: AbortSignal;
}

/** Searches Galen's own index: the passages worth reading, and which parts of the search did not take place. */
export type SearchKnowledge = (
  query: KnowledgeQuery,
) => Promise<{ passages: RankedPassage[]; degraded: string[] }>;
