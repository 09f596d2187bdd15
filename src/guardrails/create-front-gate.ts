import { checkForm } from './check-form.ts';
import { detectEmergency } from './detect-emergency.ts';
import { detectLanguage, isOtherLanguage } from './detect-language.ts';
import type { FrontGate } from './front-gate.port.ts';
import { judgeMessage } from './judge-message.ts';
import { mentionsPerson } from './mentions-person.ts';
import { redactPii } from './redact-pii.ts';

/** The `FrontGate` port by rules: form, language, injection, emergency, PII, in this order. `country`: whose emergency numbers to give. */
export function createFrontGate({ country = 'VN' }: { country?: string } = {}): FrontGate {
  return {
    check({ message: raw, language: forced, principal, flow }) {
      const form = checkForm(raw);
      if (!form.ok) {
        return { outcome: 'refuse', code: form.code, details: form.details, language: forced ?? 'en' };
      }
      const language = forced ?? detectLanguage(form.message);
      const [worst, ...others] = judgeMessage(form.message);
      if (worst?.strength === 'clear') {
        return { outcome: 'refuse', code: 'QUERY_REFUSED', details: { category: worst.category }, language };
      }
      const suspicions = (worst ? [worst, ...others] : []).map(({ category, kind }) => ({ category, kind }));
      const language_note = forced === null && isOtherLanguage(form.message) ? 'other-language' : null;
      const { text, counts, mapping } = redactPii(form.message);
      // In the clinic flow a clinician asks, whoever is signed in.
      const audience = flow === 'clinic' ? 'clinician' : principal.audience;
      const emergency = detectEmergency(form.message, { language, audience, country });
      const about_a_person = Object.keys(counts).length > 0 || mentionsPerson(form.message);
      return {
        outcome: 'pass',
        message: text,
        language,
        emergency,
        redactions: counts,
        identities: mapping,
        about_a_person,
        suspicions,
        language_note,
      };
    },
  };
}
