import {
  CRISIS_LINE,
  EMERGENCY_NOTICE,
  FIRST_STEPS,
  QUIET_NOTICE,
  SUICIDE_NOTICE,
  UNSURE_NOTICE,
} from '../../../../texts/gates.ts';
import type { Audience } from '../../../domain/access.ts';
import { type EmergencyNotice, UNSURE } from '../../../domain/answer.ts';
import { fillTemplate, type Language } from '../../../domain/language.ts';
import { once, readLexicon } from '../../../language/read-lexicon.ts';
import type { Alarm } from '../../../meaning/meaning.port.ts';
import type { EmergencyVerdict } from './detect-emergency.ts';

export const SUICIDE = 'suicide';

/** Log-odds from which the model's word is taken, chosen on development rows: see docs/safety.md. */
const NOW_FROM = 0;
const CRISIS_FROM = 0.5;
/** Words that stand together are no emergency where the model hears nothing of one; a vital sign or a dose is. */
const HEARD_FROM = -4;
/** They ask about emergencies for a living: only one that surely is happening is named to them. */
const PROFESSIONAL: ReadonlySet<Audience> = new Set<Audience>(['clinician', 'researcher']);
const SURELY_FROM = 2;

export interface EmergencyAsker {
  language: Language;
  audience: Audience;
  /** ISO 3166-1 code: whose numbers to give. */
  country: string;
  /** The hospital's own line, in place of the national one. */
  crisisLine?: string | null;
}

/** The kind of emergency that rules or model hear in a message, or null. */
export function categoryOf(
  { category, certainty, isMeasured, hint }: EmergencyVerdict,
  alarm: Alarm | null,
  { audience }: Pick<EmergencyAsker, 'audience'>,
): string | null {
  const isStrict = PROFESSIONAL.has(audience);
  const isHeard = alarm === null || Math.max(alarm.now, alarm.crisis) >= HEARD_FROM;
  const isSaid = isStrict
    ? certainty === 'certain' && (alarm === null || alarm.now >= 0)
    : isMeasured || isHeard;
  const byRules = isSaid ? category : null;
  if (alarm !== null && alarm.crisis >= (isStrict ? SURELY_FROM : CRISIS_FROM)) return SUICIDE;
  if (byRules !== null) return byRules;
  return alarm !== null && alarm.now >= (isStrict ? SURELY_FROM : NOW_FROM) ? (hint ?? UNSURE) : null;
}

/** A notice to show first: whom to call, and what to do until help is there. */
export function writeNotice(
  category: string,
  { language, audience, country, crisisLine = null }: EmergencyAsker,
): EmergencyNotice {
  const { emergency: phone, crisis: national } = emergencyNumbers(country);
  const crisis = crisisLine ?? national;
  if (audience === 'clinician') {
    return {
      category,
      message: fillTemplate(QUIET_NOTICE[language], { category, phone }),
      phone,
      quiet: true,
    };
  }
  if (category === UNSURE) {
    return { category, message: fillTemplate(UNSURE_NOTICE[language], { phone }), phone };
  }
  if (category !== SUICIDE) {
    const step = FIRST_STEPS[category]?.[language];
    const call = fillTemplate(EMERGENCY_NOTICE[language], { phone });
    return { category, message: step === undefined ? call : `${call} ${step}`, phone };
  }
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
