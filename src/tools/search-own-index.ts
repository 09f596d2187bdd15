import { z } from 'zod';
import { accessOf } from '../domain/access.ts';
import type { EvidenceLevel } from '../domain/evidence-level.ts';
import type { Bilingual } from '../domain/language.ts';
import { anyone, defineTool } from './define-tool.ts';
import type { SearchKnowledge } from './search-knowledge.port.ts';

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
