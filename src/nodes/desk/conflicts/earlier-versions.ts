import type { RankedPassage } from '../../../domain/passage.ts';

const VERSION = /\s*\([^()]{0,40}\d{4}[^()]{0,10}\)\s*$/u;

/** The documents of which a later version was found too: the same title but for the year, of the same department. */
export function earlierVersions(passages: readonly RankedPassage[]): Set<string> {
  const documents = passages.map(({ document_id, document }) => ({ document_id, ...document }));
  return new Set(
    documents
      .filter((one) =>
        documents.some(
          (other) =>
            other.department === one.department &&
            other.language === one.language &&
            other.title.replace(VERSION, '') === one.title.replace(VERSION, '') &&
            other.created_at > one.created_at,
        ),
      )
      .map(({ document_id }) => document_id),
  );
}
