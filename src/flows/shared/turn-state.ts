import { z } from 'zod';
import { Principal } from '../../domain/access.ts';
import {
  Abstention,
  Citation,
  ConfidenceLevel,
  EmergencyNotice,
  Refusal,
  Searched,
  UNSURE,
} from '../../domain/answer.ts';
import { AskRequest } from '../../domain/ask.ts';
import { Language } from '../../domain/language.ts';
import { RankedPassage } from '../../domain/passage.ts';
import { Message } from '../../domain/run-record.ts';

/** The route of an answer that only comes near. */
export const RELATED_ROUTE = 'related';

/** What every flow's state holds, in the order it is written: the request, the two gates' findings, the answer. */
export const TurnState = z.object({
  request: AskRequest,
  principal: Principal,
  conversation_id: z.string(),

  question: z.string(),
  language: Language,
  emergency: EmergencyNotice.nullable(),
  /** The number to call in an emergency; empty where the gate knows none. */
  emergency_phone: z.string(),
  input_redactions: z.record(z.string(), z.number()),
  /** What the tokens of the question stand for, sealed: only in flows that name people back to the asker. */
  sealed_names: z.string(),
  /** True keeps the turn out of every cache. */
  about_a_person: z.boolean(),
  refusal: Refusal,

  history: z.array(Message),
  route: z.string(),
  searched: Searched,
  evidence: z.array(RankedPassage),
  draft: z.string(),
  /** False for a draft without medical claims, a greeting or a question back: the back gate asks no source of it. */
  claims: z.boolean(),
  /** The draft is Galen's own text, word for word: nothing of it is checked or left out. */
  is_ours: z.boolean(),
  /** What stands after the answer and claims nothing: what of the question was not found. */
  closing: z.string(),
  /** Part of what was asked was not found or could not be done. */
  is_partial: z.boolean(),
  /** What the asker has to hear even where there is no answer: what was written, what could not be checked. */
  must_tell: z.string(),
  abstained: Abstention,

  message: z.string(),
  citations: z.array(Citation),
  cited: z.array(RankedPassage),
  confidence: z.number(),
  confidence_level: ConfidenceLevel,
  hallucination_flagged: z.boolean(),
  output_redactions: z.record(z.string(), z.number()),
  follow_up_questions: z.array(z.string()),
});
export type TurnState = z.infer<typeof TurnState>;

/** Whether the answer stands under an alarm, rather than a line for a professional or softer words of doubt. */
export function isAlarmed(emergency: TurnState['emergency']): boolean {
  return emergency !== null && emergency.quiet !== true && emergency.category !== UNSURE;
}
