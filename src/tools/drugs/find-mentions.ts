import { z } from 'zod';
import type { RankedPassage } from '../../domain/passage.ts';
import { splitWords } from '../../language/claim-words.ts';
import { once, readPatterns } from '../../language/read-lexicon.ts';
import { readDenials } from '../../language/read-negation.ts';
import { splitSentences } from '../../language/sentences.ts';
import { classesOf, type DrugClass } from './drug-classes.ts';
import { type NamedDrug, otherNamesOf } from './name-drug.ts';

export const Mention = z.object({
  term: z.string(),
  /** By its own name, or by a class it belongs to. */
  by: z.enum(['name', 'class']),
  section: z.string(),
  /** The sentence that speaks of the drug, word for word. */
  quote: z.string(),
  quote_start: z.number(),
  quote_end: z.number(),
  passage_id: z.string(),
  /** True when the sentence says that nothing happens. */
  denies: z.boolean(),
});
export type Mention = z.infer<typeof Mention>;

/** `effect`: what a label may deny, by the first letters. A sentence that `warns` does so whatever it denies: in doubt it is one. */
const cues = once(() => ({
  ...readPatterns('language/label-cues', ['effect']),
  ...readPatterns('language/label-cues', ['warns'], 'iu'),
}));
/** "No clinically significant pharmacokinetic drug interaction". */
const DENIAL_REACH = 5;

/** The sentences of a label's passages that speak of a drug by one of its terms; each sentence once. */
export function findMentions(passages: readonly RankedPassage[], terms: readonly DrugTerm[]): Mention[] {
  return passages.flatMap((passage) => {
    if (!terms.some(({ term }) => holds(passage.text, term))) return [];
    return splitSentences(passage.text, 'en').flatMap((sentence) => {
      const found = terms.find(({ term }) => holds(sentence.text, term));
      if (!found) return [];
      return {
        ...found,
        quote: sentence.text,
        quote_start: passage.start + sentence.start,
        quote_end: passage.start + sentence.end,
        section: passage.heading,
        passage_id: passage.id,
        denies: findsNothing(sentence.text),
      };
    });
  });
}

/** "No interaction was seen", "did not alter": the label looked, and found nothing of note. */
function findsNothing(sentence: string): boolean {
  const { effect, warns } = cues();
  if (warns.test(sentence)) return false;
  return readDenials(splitWords(sentence), DENIAL_REACH).some((denied) =>
    denied.some((stem) => effect.test(stem)),
  );
}

/** Whether a text holds a term as words of their own. */
function holds(text: string, term: string): boolean {
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(term); at !== -1; at = lower.indexOf(term, at + 1)) {
    if (isEdge(lower[at - 1]) && isEdge(lower[at + term.length])) return true;
  }
  return false;
}

function isEdge(character: string | undefined): boolean {
  return character === undefined || !/[\p{L}\p{N}]/u.test(character);
}

/** A word or two by which another drug's label may speak of this one. */
export type DrugTerm = Pick<Mention, 'term' | 'by'>;

/** Shorter ones are found inside too many other things. */
const MIN_LENGTH = 3;

/** Everything a label may call this drug: its names, and the classes it belongs to, but for those of the label's own drug. */
export function drugTerms(drug: NamedDrug, labelOf: NamedDrug, classes: readonly DrugClass[]): DrugTerm[] {
  const names = namesOf(drug);
  const own = new Set(classesOf(namesOf(labelOf), classes).map((drugClass) => drugClass.class));
  const spoken = classesOf(names, classes).flatMap(({ class: id, spoken }) =>
    // A drug's own label calls the drug itself by the singular; only the plural speaks of others like it.
    own.has(id)
      ? spoken.filter((word) => word.endsWith('s'))
      : spoken.flatMap((word) => [word, word.replace(/s$/u, '')]),
  );
  const taken = new Set(names);
  return [
    ...names.map((term) => ({ term, by: 'name' as const })),
    ...[...new Set(spoken)]
      .filter((term) => !taken.has(term))
      .map((term) => ({ term, by: 'class' as const })),
  ].filter(({ term }) => term.length >= MIN_LENGTH);
}

export function namesOf({ given, ingredients, match }: NamedDrug): string[] {
  // A misspelt name stands in no label.
  const asked = match === 'approximate' ? [] : [given.trim().toLowerCase()];
  return [...new Set([...asked, ...ingredients, ...ingredients.flatMap(otherNamesOf)])];
}
