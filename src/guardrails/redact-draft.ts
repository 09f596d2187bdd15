import type { RankedPassage } from '../domain/passage.ts';
import { type Redacted, redactPii, restorePii } from './redact-pii.ts';

/** Redacts a draft, but for what its sources themselves say: the name of a trial's author is no patient's. */
export function redactDraft(
  draft: string,
  evidence: readonly RankedPassage[],
): Pick<Redacted, 'text' | 'counts'> {
  const { text, mapping } = redactPii(draft);
  const published = evidence.map((passage) => `${passage.document.title}\n${passage.text}`).join('\n');
  const entries = Object.entries(mapping);
  const isPublished = ([, original]: [string, string]) => published.includes(original);
  const counts: Record<string, number> = {};
  for (const [token] of entries.filter((entry) => !isPublished(entry))) {
    const kind = token.slice(1).replace(/_\d+\w*\]$/u, '');
    counts[kind] = (counts[kind] ?? 0) + text.split(token).length - 1;
  }
  return { text: restorePii(text, Object.fromEntries(entries.filter(isPublished))), counts };
}
