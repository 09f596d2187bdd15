import type { Principal } from '../domain/access.ts';
import type { EmergencyNotice } from '../domain/answer.ts';
import type { FlowName } from '../domain/ask.ts';
import type { ErrorCode, ErrorDetails } from '../domain/errors.ts';
import type { Language } from '../domain/language.ts';
import type { InjectionFinding } from './front/injection/detect-injection.ts';

export interface FrontGateInput {
  message: string;
  /** Forced by the asker, or null to detect. */
  language: Language | null;
  /** A data URL or base64; only its form is looked at. */
  image?: string | null;
  principal: Principal;
  flow: FlowName;
  /** Whether something was said before it that it may answer. */
  isReply?: boolean;
}

export type Suspicion = Pick<InjectionFinding, 'category' | 'kind'>;

export type FrontGateVerdict =
  | {
      outcome: 'pass';
      /** Normalised and redacted: the only form of the question that is stored, searched or sent. */
      message: string;
      language: Language;
      emergency: EmergencyNotice | null;
      /** The number to call in an emergency, whether or not this looks like one. */
      emergency_phone?: string;
      redactions: Record<string, number>;
      /** Token → the words it stands for: never stored, logged or sent as it is. */
      identities?: Record<string, string>;
      /** True when the message may be about someone: nothing of the turn is cached. */
      about_a_person: boolean;
      /** What looked like an attack without being a clear one. */
      suspicions: readonly Suspicion[];
      /** Set when the question is in neither of Galen's languages: it is answered in English, and the answer says so. */
      language_note: 'other-language' | null;
      /** Why the gate's model did not read all of it, so that rules decided more; null where it did, or there is none. */
      degraded?: string | null;
    }
  | { outcome: 'refuse'; code: ErrorCode; details: ErrorDetails; language: Language };

/** What every turn passes before anything of it is stored: form, language, injection, emergency, PII. */
export interface FrontGate {
  check(input: FrontGateInput): Promise<FrontGateVerdict>;
}
