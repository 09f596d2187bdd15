import { z } from 'zod';
import type { Language } from '../../domain/language.ts';
import type { Passage, RankedPassage } from '../../domain/passage.ts';
import { splitSentences } from '../../domain/sentences.ts';

/** What a model may read on either side of a source. */
const MAX_CHARACTERS = 800;

/** What stands around a source in its document: to be understood with it, never cited. */
export const Surrounding = z.object({ before: z.string(), after: z.string() });
export type Surrounding = z.infer<typeof Surrounding>;

/** What surrounds each piece of evidence, up to `reach` passages away: nothing twice, and nothing of the evidence itself. */
export function surroundingText(
  evidence: readonly RankedPassage[],
  neighbours: readonly Passage[],
  reach: number,
): Surrounding[] {
  const given = new Set(evidence.map(({ id }) => id));
  return evidence.map((source) => {
    const { language } = source.document;
    const inOrder = [...evidence, ...neighbours]
      .filter(({ document_id }) => document_id === source.document_id)
      .sort((a, b) => a.start - b.start || a.end - b.end);
    const at = inOrder.findIndex(({ id }) => id === source.id);
    const before = takeNew(inOrder.slice(Math.max(0, at - reach), at).reverse()).reverse();
    const after = takeNew(inOrder.slice(at + 1, at + 1 + reach));
    return {
      before: lastSentences(textBefore(source.start, before), language),
      after: firstSentences(textAfter(source.end, after), language),
    };
  });

  /** From the nearest on, up to one that the model already has. */
  function takeNew(passages: readonly Passage[]): Passage[] {
    const known = passages.findIndex(({ id }) => given.has(id));
    const taken = known === -1 ? [...passages] : passages.slice(0, known);
    for (const { id } of taken) given.add(id);
    return taken;
  }
}

/** Passages may overlap: each is cut where the next begins. */
function textBefore(start: number, passages: readonly Passage[]): string {
  return passages
    .map(({ text, start: from }, i) => text.slice(0, (passages[i + 1]?.start ?? start) - from))
    .join('\n');
}

function textAfter(end: number, passages: readonly Passage[]): string {
  return passages
    .map(({ text, start: from }, i) => text.slice(Math.max(0, (passages[i - 1]?.end ?? end) - from)))
    .join('\n');
}

function firstSentences(text: string, language: Language): string {
  const fitting = splitSentences(text, language).filter(({ end }) => end <= MAX_CHARACTERS);
  return text.slice(0, fitting.at(-1)?.end ?? 0).trim();
}

function lastSentences(text: string, language: Language): string {
  const from = text.length - MAX_CHARACTERS;
  const fitting = splitSentences(text, language).find(({ start }) => start >= from);
  return text.slice(fitting?.start ?? text.length).trim();
}
