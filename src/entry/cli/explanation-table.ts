import type { RankedPassage } from '../../domain/passage.ts';
import type { Explanation } from '../../retrieval/search/rank-candidates.ts';

type Explained = Pick<RankedPassage, 'id'> & { explanation: Explanation | null };

const SCORES = ['bm25', 'cosine', 'lexical', 'dense', 'fused', 'rerank', 'evidence', 'final'] as const;

/** How each passage came by its place, a line each. */
export function explanationTable(passages: readonly Explained[]): string {
  const rows = passages.flatMap(({ id, explanation }) =>
    explanation === null
      ? []
      : [
          [
            ...SCORES.map((name) => explanation[name]?.toFixed(3) ?? '-'),
            id,
            explanation.matched_terms.join(' '),
          ],
        ],
  );
  const head = [...SCORES, 'passage', 'matched terms'];
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const isNumber = (column: number) => column < SCORES.length;
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) =>
          isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
