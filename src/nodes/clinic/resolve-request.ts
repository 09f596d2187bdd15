import { z } from 'zod';
import type { Message } from '../../domain/run-record.ts';
import { resolveFollowUp } from '../shared/resolve-follow-up.ts';
import { mergeAnswer } from './merge-answer.ts';
import { writeParts } from './write-parts.ts';

/** A token of an earlier turn: in this one the same token may stand for someone else. */
const TOKEN = /\[[A-Z][A-Z_]{1,15}_\d{1,6}[a-z]{0,3}\]/gu;

/** What is kept of a question back; of one stored before these were told, nothing. */
const AskedBack = z
  .object({
    missing: z.string(),
    choices: z.array(z.object({ label: z.string(), value: z.string() })).default([]),
    about: z.string().optional(),
    patient_id: z.string().nullable().default(null),
  })
  .catch({ missing: '', choices: [], patient_id: null });

/** The request with what it leans on: those that Galen asked back about, where this is the answer to them. */
export function resolveRequest(
  question: string,
  history: readonly Message[],
  patientId: string | null = null,
): string {
  const earlier = history.map((message) => ({ ...message, text: message.text.replace(TOKEN, '').trim() }));
  const asked = askedBefore(earlier);
  const [first, ...answers] = asked;
  if (first === undefined) {
    const resolved = resolveFollowUp(question, earlier).question;
    // What was ordered before is not ordered again by what is said after it.
    return writeParts(resolved).length > writeParts(question).length ? question : resolved;
  }
  // An order for one patient is none for another.
  if (asked.some(({ back }) => back.patient_id !== null && back.patient_id !== patientId)) return question;
  let request = first.text;
  let { back } = first;
  for (const answer of answers) {
    request = mergeAnswer(request, back, answer.text);
    back = answer.back;
  }
  return mergeAnswer(request, back, question);
}

interface Exchange {
  text: string;
  back: z.infer<typeof AskedBack>;
}

/** The last messages of the asker, each of which Galen asked back about, the oldest first. */
function askedBefore(history: readonly Message[]): Exchange[] {
  const exchanges: Exchange[] = [];
  for (let at = history.length - 1; at > 0; at -= 2) {
    const [said, reply] = [history[at - 1], history[at]];
    const isAskedBack = reply?.answer?.flow === 'clinic' && reply.answer.route === 'clarify';
    if (said?.author !== 'asker' || reply?.author !== 'galen' || !isAskedBack) break;
    exchanges.unshift({ text: said.text, back: AskedBack.parse(reply.answer?.output.clarification) });
  }
  return exchanges;
}
