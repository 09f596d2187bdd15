import { isCancelled, isNegated, isQuestion } from './declines-write.ts';
import { foldForCues } from './fold-for-cues.ts';
import { readDrugs } from './read-mentions.ts';
import { writeParts } from './write-parts.ts';

/** What was asked back, as far as the answer to it depends on that. */
export interface Asked {
  missing: string;
  choices: readonly { label: string; value: string }[];
  about?: string | undefined;
}

const YES =
  /^(?:yes|yes please|yeah|yep|correct|right|ok|okay|sure|that one|dung|dung vay|dung roi|vang|phai|co|u)[.!]?$/u;
const RECORD_NUMBER = /^[a-z]{2,5}-\d{3,10}$/iu;
/** A command that makes an order of an answer that is a whole one. */
const ORDER: Readonly<Record<'en' | 'vi', string>> = { en: 'prescribe', vi: 'kê' };

/** The request with the answer to what was asked back about it; the answer alone where it takes the request back. */
export function mergeAnswer(request: string, { missing, choices, about }: Asked, answer: string): string {
  if (isCancelled(answer) || isNegated(answer) || isQuestion(answer, /\?\s*$/u.test(answer))) return answer;
  // A new write is meant as it stands.
  if (writeParts(answer).length > 0) return answer;
  if (missing === 'patient' && RECORD_NUMBER.test(answer.trim()))
    return `${request} ${answer.trim().toUpperCase()}`;
  const isOrder = writeParts(request).some(({ tool }) => tool === 'prescribe_medication');
  if (!isOrder) return `${request} ${answer}`;
  const order = `${ORDER[/[à-ỹđ]/iu.test(request) ? 'vi' : 'en']} ${answer}`;
  const only = choices.find(({ label }) => foldForCues(label) !== foldForCues(`"${about ?? ''}"`));
  const meant =
    YES.test(foldForCues(answer).trim()) && choices.length <= 2 && only ? only.value : answer.trim();
  if (about !== undefined) {
    const isOffered = [`"${about}"`, about, ...choices.map(({ value }) => value)].some(
      (offer) => foldForCues(offer) === foldForCues(meant),
    );
    // Another drug than those offered is another order: no dose of the first goes over to it.
    return isOffered
      ? request.replace(about, foldForCues(meant) === foldForCues(about) ? `"${about}"` : meant)
      : order;
  }
  if (missing === 'unread') return order;
  const [before, named] = [readDrugs(request), readDrugs(answer)];
  const isOther = named.some((drug) => !before.includes(drug));
  return before.length > 0 && isOther ? order : `${request} ${answer}`;
}
