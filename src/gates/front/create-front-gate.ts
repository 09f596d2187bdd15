import { restoreMarks } from '../../language/restore-marks.ts';
import type { Meaning } from '../../meaning/meaning.port.ts';
import type { FrontGate } from '../front-gate.port.ts';
import { checkForm } from './check-form.ts';
import { checkImage } from './check-image.ts';
import { detectLanguage, isOtherLanguage } from './detect-language.ts';
import { judgeEmergency } from './emergency/detect-emergency.ts';
import type { DailyLimit } from './emergency/read-vitals.ts';
import { categoryOf, emergencyNumbers, writeNotice } from './emergency/write-notice.ts';
import { hearAlarms } from './hear-alarms.ts';
import { hiddenTexts, judgeMessage } from './injection/detect-injection.ts';
import { mentionsPerson } from './pii/known-names.ts';
import { redactPii } from './pii/redact-pii.ts';

export interface FrontGateSettings {
  /** ISO 3166-1 code: whose emergency numbers to give. */
  country?: string;
  crisisLine?: string | null;
  maxImageMb?: number;
  /** Galen's own models; null where rules decide alone. */
  meaning?: Meaning | null;
  /** How long the model may take: whoever is in danger waits no longer for the notice. */
  limitMs?: number;
  dailyLimit?: DailyLimit;
}

/** The `FrontGate` port: form, language, then emergency and injection by rules or by the model, then personal data. */
export function createFrontGate({
  country = 'VN',
  crisisLine = null,
  maxImageMb = 8,
  meaning = null,
  limitMs = 1_000,
  dailyLimit = () => null,
}: FrontGateSettings = {}): FrontGate {
  return {
    async check({ message: raw, language: forced, image = null, principal, flow, isReply = false }) {
      // Beside an open chart "K?" asks enough.
      const form = checkForm(raw, { isReply: isReply || flow === 'clinic' });
      if (!form.ok) {
        return { outcome: 'refuse', code: form.code, details: form.details, language: forced ?? 'en' };
      }
      const { message } = form;
      const spoken = detectLanguage(message);
      const language = forced ?? spoken;
      const picture = image === null ? null : checkImage(image, { maxMb: maxImageMb });
      if (picture && !picture.ok) {
        return { outcome: 'refuse', code: picture.code, details: picture.details, language };
      }
      const read = restoreMarks(message, spoken);
      const asked = hearAlarms([read, ...hiddenTexts(message)], { meaning, limitMs });
      // Guessed marks must not hide an attack: as it was typed it is heard as well.
      const typed = read === message ? null : hearAlarms([message], { meaning, limitMs });
      // In the clinic flow a clinician asks, whoever is signed in.
      const audience = flow === 'clinic' ? 'clinician' : principal.audience;
      const rules = judgeEmergency(message, { language: spoken, dailyLimit });
      const redacted = redactPii(message);
      const { alarm, degraded } = await asked;
      const attack = Math.max(alarm?.attack ?? Number.NaN, (await typed)?.alarm?.attack ?? -Infinity);
      const category = categoryOf(rules, alarm, { audience });
      const emergency =
        category === null ? null : writeNotice(category, { language, audience, country, crisisLine });
      const [worst, ...others] = judgeMessage(message, {
        attack: Number.isNaN(attack) ? null : attack,
        // Whoever tells of an emergency is not refused on the model's word; nor is an order in the clinic, where it waits for a yes.
        marksOnly: category !== null || flow === 'clinic',
      });
      if (worst?.strength === 'clear') {
        return { outcome: 'refuse', code: 'QUERY_REFUSED', details: { category: worst.category }, language };
      }
      return {
        outcome: 'pass',
        message: redacted.text,
        language,
        emergency,
        emergency_phone: emergencyNumbers(country).emergency,
        redactions: redacted.counts,
        identities: redacted.mapping,
        about_a_person: Object.keys(redacted.counts).length > 0 || mentionsPerson(message),
        suspicions: (worst ? [worst, ...others] : []).map(({ category, kind }) => ({ category, kind })),
        language_note: forced === null && isOtherLanguage(message, language) ? 'other-language' : null,
        degraded,
      };
    },
  };
}
