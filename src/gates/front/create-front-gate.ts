import { once, readPatterns } from '../../language/read-lexicon.ts';
import type { FrontGate } from '../front-gate.port.ts';
import { checkForm } from './check-form.ts';
import { checkImage } from './check-image.ts';
import { detectLanguage, isOtherLanguage } from './detect-language.ts';
import { detectEmergency, emergencyNumbers } from './emergency/detect-emergency.ts';
import { judgeMessage } from './injection/detect-injection.ts';
import { redactPii } from './pii/redact-pii.ts';

export interface FrontGateSettings {
  /** ISO 3166-1 code: whose emergency numbers to give. */
  country?: string;
  crisisLine?: string | null;
  maxImageMb?: number;
}

/** The `FrontGate` port by rules: form, language, emergency, injection, PII, in this order. */
export function createFrontGate({
  country = 'VN',
  crisisLine = null,
  maxImageMb = 8,
}: FrontGateSettings = {}): FrontGate {
  return {
    check({ message: raw, language: forced, image = null, principal, flow, isReply = false }) {
      const form = checkForm(raw, { isReply });
      if (!form.ok) {
        return { outcome: 'refuse', code: form.code, details: form.details, language: forced ?? 'en' };
      }
      const language = forced ?? detectLanguage(form.message);
      const picture = image === null ? null : checkImage(image, { maxMb: maxImageMb });
      if (picture && !picture.ok) {
        return { outcome: 'refuse', code: picture.code, details: picture.details, language };
      }
      // In the clinic flow a clinician asks, whoever is signed in.
      const audience = flow === 'clinic' ? 'clinician' : principal.audience;
      const emergency = detectEmergency(form.message, { language, audience, country, crisisLine });
      const [worst, ...others] = judgeMessage(form.message, { isEmergency: emergency !== null });
      if (worst?.strength === 'clear') {
        return { outcome: 'refuse', code: 'QUERY_REFUSED', details: { category: worst.category }, language };
      }
      const suspicions = (worst ? [worst, ...others] : []).map(({ category, kind }) => ({ category, kind }));
      const language_note =
        forced === null && isOtherLanguage(form.message, language) ? 'other-language' : null;
      const { text, counts, mapping } = redactPii(form.message);
      const about_a_person = Object.keys(counts).length > 0 || mentionsPerson(form.message);
      return {
        outcome: 'pass',
        message: text,
        language,
        emergency,
        emergency_phone: emergencyNumbers(country).emergency,
        redactions: counts,
        identities: mapping,
        about_a_person,
        suspicions,
        language_note,
      };
    },
  };
}

/** Words by which a question is about someone rather than something. */
const cues = once(() => readPatterns('gates/personal-cues', ['about_somebody'], 'iu'));

/** Whether a message may speak of a person. In doubt it does: what it decides is only that nothing of it is cached. */
export function mentionsPerson(message: string): boolean {
  return cues().about_somebody.test(message);
}
