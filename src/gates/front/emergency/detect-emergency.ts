import { z } from 'zod';
import { CRISIS_LINE, EMERGENCY_NOTICE, QUIET_NOTICE, SUICIDE_NOTICE } from '../../../../texts/gates.ts';
import type { Audience } from '../../../domain/access.ts';
import type { EmergencyNotice } from '../../../domain/answer.ts';
import type { Language } from '../../../domain/language.ts';
import { fillTemplate } from '../../../domain/language.ts';
import { once, readLexicon } from '../../../language/read-lexicon.ts';
import {
  categories,
  categoryOf,
  type EmergencyCategory,
  type EmergencySign,
  findPhrases,
} from './find-phrases.ts';
import { createContextReader } from './read-context.ts';
import { readVitals } from './read-vitals.ts';
import { splitClauses } from './split-clauses.ts';

export interface EmergencyAsker {
  language: Language;
  audience: Audience;
  /** ISO 3166-1 code: whose numbers to give. */
  country: string;
  /** The hospital's own line, in place of the national one. */
  crisisLine?: string | null;
}

/** They ask about emergencies for a living: only one that surely is happening is named to them. */
const PROFESSIONAL: ReadonlySet<Audience> = new Set<Audience>(['clinician', 'researcher']);

/** A notice to show first when the message speaks of an emergency that is happening; never a reason not to answer. */
export function detectEmergency(
  message: string,
  { language, audience, country, crisisLine = null }: EmergencyAsker,
): EmergencyNotice | null {
  const strict = PROFESSIONAL.has(audience);
  const verdict = judgeEmergency(message, { strict });
  if (!verdict || (strict && verdict.certainty === 'uncertain')) return null;
  const { category } = verdict;
  const { emergency: phone, crisis: national } = emergencyNumbers(country);
  const crisis = crisisLine ?? national;
  if (audience === 'clinician') {
    const quiet = fillTemplate(QUIET_NOTICE[language], { category, phone });
    return { category, message: quiet, phone, quiet: true };
  }
  if (category !== 'suicide')
    return { category, message: fillTemplate(EMERGENCY_NOTICE[language], { phone }), phone };
  const line = crisis ? fillTemplate(CRISIS_LINE[language], { line: crisis }) : '';
  const text = fillTemplate(SUICIDE_NOTICE[language], { phone, crisis: line });
  return { category, message: text, phone, ...(crisis ? { crisis_line: crisis } : {}) };
}

interface EmergencyNumbers {
  /** Ambulance, or the number for every emergency. */
  emergency: string;
  /** Someone to talk to, day and night, for those who think of suicide; null where we are not certain of one. */
  crisis: string | null;
}

/** Works in the European Union, and from a mobile phone in most of the world. */
const ELSEWHERE: EmergencyNumbers = { emergency: '112', crisis: null };

/** National numbers by ISO 3166-1 code. */
const numbers = once(
  () =>
    new Map(
      readLexicon('gates/emergency-numbers', ['country', 'emergency', 'crisis']).map((row) => [
        row.country,
        { emergency: row.emergency, crisis: row.crisis || null },
      ]),
    ),
);

/** The numbers to call in a country. */
export function emergencyNumbers(country: string): EmergencyNumbers {
  return numbers().get(country) ?? ELSEWHERE;
}

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
      category: categoryOf(category),
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
    const presence = reader.presence(hit, { strict });
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

  const category = categories().find((one) => verdicts.has(one.category))?.category;
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
