import type { Message } from '../../domain/run-record.ts';
import { resolveFollowUp } from '../shared/resolve-follow-up.ts';

/** A token of an earlier turn: in this one the same token may stand for someone else. */
const TOKEN = /\[[A-Z][A-Z_]{1,15}_\d{1,6}[a-z]{0,3}\]/gu;

/** The request with what it leans on: the one that Galen asked back about, where this is the answer to it. */
export function resolveRequest(question: string, history: readonly Message[]): string {
  const earlier = history.map((message) => ({ ...message, text: message.text.replace(TOKEN, '').trim() }));
  const last = earlier.findLast(({ author }) => author === 'galen');
  const asked = earlier.findLast(({ author }) => author === 'asker');
  const wasAskedBack = last?.answer?.flow === 'clinic' && last.answer.route === 'clarify';
  return wasAskedBack && asked ? `${asked.text} ${question}` : resolveFollowUp(question, earlier).question;
}
