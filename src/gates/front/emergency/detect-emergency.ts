import { CRISIS_LINE, EMERGENCY_NOTICE, QUIET_NOTICE, SUICIDE_NOTICE } from '../../../../texts/gates.ts';
import type { Audience } from '../../../domain/access.ts';
import type { EmergencyNotice } from '../../../domain/answer.ts';
import type { Language } from '../../../domain/language.ts';
import { fillTemplate } from '../../../domain/language.ts';
import { once, readLexicon } from '../../../language/read-lexicon.ts';
import { judgeEmergency } from './judge-emergency.ts';

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
