import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Language } from '../../src/domain/language.ts';
import { createBackGate } from '../../src/gates/back/create-back-gate.ts';
import type { Meaning } from '../../src/meaning/meaning.port.ts';
import { rankedPassage } from '../../src/retrieval/testing/ranked-passage.ts';

const Pair = z.object({
  premise: z.string(),
  hypothesis: z.string(),
  label: z.enum(['support', 'contradict', 'neutral']),
  kind: z.string(),
  language: Language,
});

/** Kinds of errors that leave the words as they are, or nearly: what word overlap cannot see. */
export const ORDER_KINDS = ['comparator', 'role', 'direction', 'certainty', 'stronger', 'aim', 'cause'];

/** Stands before each sentence and holds: only beside something that holds is a sentence replaced. */
const HELD = 'Wash your hands before you touch a wound.';

interface Counted {
  right: number;
  all: number;
}

export interface SupportReport {
  language: Language;
  caught: Counted;
  /** Faithful sentences that are shown as they were written, and those with the ones in whose place the source speaks. */
  kept: Counted;
  told: Counted;
  /** Errors of the order kinds that were caught, together and each. */
  order: Counted;
  kinds: Record<string, Counted>;
}

interface Judged {
  language: Language;
  kind: string;
  isFaithful: boolean;
  isDropped: boolean;
  isReplaced: boolean;
}

/** By two writers whom no training saw, over documents held out of it: over single sentences, and over whole paragraphs. */
export const SUPPORT_SETS = { sentences: 'support-pairs.json', paragraphs: 'support-exam.json' };

/** What the back gate does with faithful and false sentences. */
export async function measureSupport(
  meaning: Meaning,
  set: keyof typeof SUPPORT_SETS,
): Promise<SupportReport[]> {
  const file = new URL(`./${SUPPORT_SETS[set]}`, import.meta.url);
  const pairs = z.array(Pair).parse(JSON.parse(await readFile(file, 'utf8')));
  const gate = createBackGate(undefined, { meaning, limitMs: 60_000 });
  const judged: Judged[] = [];
  for (const { premise, hypothesis, label, kind, language } of pairs) {
    const verdict = await gate.check({
      question: '',
      draft: `${HELD} ${hypothesis}`,
      evidence: [premise, HELD].map((text, i) =>
        rankedPassage({ id: `${i}#0`, document: { id: `${i}`, title: '', text, language } }),
      ),
      language,
    });
    const { hallucination_flagged: isDropped, degraded, replaced } = verdict;
    if (degraded !== null) throw new Error(`the support model did not answer: ${degraded}`);
    const isReplaced = replaced.some(({ quotes }) => quotes.some((quote) => premise.includes(quote)));
    judged.push({ language, kind, isFaithful: label === 'support', isDropped, isReplaced });
  }
  return Language.options.map((language) => {
    const own = judged.filter((one) => one.language === language);
    const errors = own.filter(({ isFaithful }) => !isFaithful);
    const faithful = own.filter(({ isFaithful }) => isFaithful);
    const caught = (of: typeof own) => count(of, ({ isDropped }) => isDropped);
    return {
      language,
      caught: caught(errors),
      kept: count(faithful, ({ isDropped }) => !isDropped),
      told: count(faithful, ({ isDropped, isReplaced }) => !isDropped || isReplaced),
      order: caught(errors.filter(({ kind }) => ORDER_KINDS.includes(kind))),
      kinds: Object.fromEntries(
        ORDER_KINDS.map((kind) => [kind, caught(errors.filter((one) => one.kind === kind))]),
      ),
    };
  });
}

function count<T>(of: readonly T[], isRight: (one: T) => boolean): Counted {
  return { right: of.filter(isRight).length, all: of.length };
}
