import type { Source } from '../../../src/domain/answer.ts';
import type { Texts } from '../text/texts.en.ts';

/** What a source is that was made or fetched for this answer, and what to say above its words; null for a stored document. */
export function madeSource({ source_type }: Pick<Source, 'source_type'>, t: Texts) {
  return t.madeSources[source_type] ?? null;
}

/** What stands above a source's words: whole or not, and where they come from. */
export function sayOrigin(source: Pick<Source, 'source_type'>, hasDocument: boolean, t: Texts): string {
  return hasDocument ? t.quoted : (madeSource(source, t)?.words ?? t.sourceGone);
}
