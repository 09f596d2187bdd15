import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import { foldDiacritics } from '../../language/fold-diacritics.ts';
import { once, readCues } from '../../language/read-lexicon.ts';

export const Intent = z.enum([
  'side_effects',
  'dosage',
  'treatment',
  'prevention',
  'diagnosis',
  'outcome',
  'disease_info',
]);
export type Intent = z.infer<typeof Intent>;

/** First match wins; what is left asks about the thing itself. */
const intentCues = once(() => {
  const of = (inForm: (source: string) => string) =>
    readCues('language/intents', ['intent']).map(({ keys: [intent], cue }) => ({
      intent: Intent.parse(intent),
      cue: new RegExp(inForm(cue), 'iu'),
    }));
  // Unmarked: the same for Vietnamese typed without marks.
  return { marked: of((source) => source), unmarked: of(foldDiacritics) };
});

/** What the question is after, by its own words. */
export function classifyIntent() {
  return defineNode({
    step: 'classify',
    reads: z.object({ question: z.string(), language: Language }),
    outcomes: ['classified'],

    run({ question, language }) {
      const intent = intentOf(question, language);
      return { outcome: 'classified' as const, writes: { intent, route: intent } };
    },
  });
}

export function intentOf(question: string, language: Language): Intent {
  const isUnmarked = language === 'vi' && foldDiacritics(question) === question;
  const cues = intentCues()[isUnmarked ? 'unmarked' : 'marked'];
  return cues.find(({ cue }) => cue.test(question))?.intent ?? 'disease_info';
}
