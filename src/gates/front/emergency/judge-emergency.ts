import { z } from 'zod';
import { once, readLexicon } from '../../../language/read-lexicon.ts';
import { EmergencyCategory, type EmergencySign, findPhrases } from './find-phrases.ts';
import { createContextReader, type Presence } from './read-context.ts';
import { readVitals } from './read-vitals.ts';
import { splitClauses } from './split-clauses.ts';

export interface EmergencyVerdict {
  category: EmergencyCategory;
  certainty: 'certain' | 'uncertain';
}

/** Who someone is and what came before: true of them however it is worded, unless it is denied. */
const CIRCUMSTANCES: ReadonlySet<EmergencySign> = new Set(
  (
    'pregnant postpartum newborn infant child elderly aged_over_60 diabetic anticoagulated weak_immunity clot_risk ' +
    'allergen missed_period tight_cast hot_place cold_place gas_exposure sudden severe aneurysm amount'
  ).split(' '),
);

interface Combination {
  category: EmergencyCategory;
  /** One sign of each list must be there. */
  all: readonly (readonly EmergencySign[])[];
  /** Modifiers such as "sudden" say nothing of a symptom in another sentence, nor a body part of what ails another. */
  within: z.infer<typeof Within>;
}

const Within = z.enum(['message', 'sentence', 'clause']);

/** Signs that only together are a red flag. */
export const combinations = once((): readonly Combination[] =>
  readLexicon('gates/emergency-combinations', ['category', 'within', 'signs']).map(
    ({ category, within, signs }) => ({
      category: EmergencyCategory.parse(category),
      within: Within.parse(within),
      all: signs.split(' ').map((list) => list.split('|')),
    }),
  ),
);

interface PresentSign {
  sign: EmergencySign;
  sentence: number;
  clause: number;
  certainty: 'certain' | 'uncertain' | null;
}

/**
 * Whether a message tells of an emergency that is happening, by tables and rules over clauses. `strict` is for those who
 * ask about emergencies for a living. The verdict does not depend on marks: everything is read folded.
 */
export function judgeEmergency(message: string, { strict }: { strict: boolean }): EmergencyVerdict | null {
  const tokens = splitClauses(message);
  const found = [...findPhrases(tokens), ...readVitals(tokens)];
  if (!found.some(({ kind }) => kind !== 'cue')) return null;
  const reader = createContextReader(tokens, found);
  const verdicts = new Map<EmergencyCategory, EmergencyVerdict['certainty']>();
  const give = (category: EmergencyCategory, certainty: EmergencyVerdict['certainty']) => {
    if (verdicts.get(category) !== 'certain') verdicts.set(category, certainty);
  };

  const signs: PresentSign[] = [];
  for (const hit of found) {
    if (hit.kind === 'cue') continue;
    const { sentence = 0, clause = 0 } = tokens[hit.start] ?? {};
    if (hit.kind === 'sign' && CIRCUMSTANCES.has(hit.sign)) {
      if (!reader.isDenied(hit)) signs.push({ sign: hit.sign, sentence, clause, certainty: null });
      continue;
    }
    const presence: Presence = reader.presence(hit, { strict });
    if (presence === 'absent') continue;
    if (hit.kind === 'alarm') give(hit.category, presence);
    else signs.push({ sign: hit.sign, sentence, clause, certainty: presence });
  }
  const groups = {
    sentence: groupBy(signs, 'sentence'),
    clause: groupBy(signs, 'clause'),
    message: [groupOf(signs)],
  };
  for (const combination of combinations()) {
    const certainty = certaintyOf(combination, groups[combination.within]);
    if (certainty) give(combination.category, certainty);
  }

  const category = EmergencyCategory.options.find((one) => verdicts.has(one));
  if (!category) return null;
  const isCertain = [...verdicts.values()].includes('certain');
  return { category, certainty: isCertain ? 'certain' : 'uncertain' };
}

interface Group {
  signs: readonly PresentSign[];
  present: ReadonlySet<EmergencySign>;
}

function groupOf(signs: readonly PresentSign[]): Group {
  return { signs, present: new Set(signs.map(({ sign }) => sign)) };
}

function groupBy(signs: readonly PresentSign[], part: 'sentence' | 'clause'): Group[] {
  const groups = new Map<number, PresentSign[]>();
  for (const one of signs) {
    const group = groups.get(one[part]);
    if (group) group.push(one);
    else groups.set(one[part], [one]);
  }
  // A single sign is no combination.
  return [...groups.values()].filter(({ length }) => length > 1).map(groupOf);
}

function certaintyOf({ all }: Combination, groups: readonly Group[]): EmergencyVerdict['certainty'] | null {
  let best: EmergencyVerdict['certainty'] | null = null;
  for (const { signs, present } of groups) {
    if (!isMet(all, present)) continue;
    const named = signs.filter(({ sign }) => all.some((list) => list.includes(sign)));
    if (named.some(({ certainty }) => certainty === 'certain')) return 'certain';
    if (named.some(({ certainty }) => certainty === 'uncertain')) best = 'uncertain';
  }
  return best;
}

/** One sign of each list, none of them counted twice. */
function isMet(
  lists: readonly (readonly EmergencySign[])[],
  present: ReadonlySet<EmergencySign>,
  used: readonly EmergencySign[] = [],
): boolean {
  const list = lists[used.length];
  if (!list) return true;
  return list.some(
    (sign) => present.has(sign) && !used.includes(sign) && isMet(lists, present, [...used, sign]),
  );
}
