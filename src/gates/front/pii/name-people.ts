import type { Answer, Citation } from '../../../domain/answer.ts';
import { TOKEN } from './find-names.ts';
import { restorePii } from './redact-pii.ts';

type Envelope = Omit<Answer, 'output'>;

/**
 * The answer with people named again, for the one who named them. A token that also stands in other words the answer was
 * made from (a source, an earlier turn) may mean somebody else there: it stays a token.
 */
export function namePeople<Part extends Envelope>(
  answer: Part,
  names: Readonly<Record<string, string>>,
  otherTexts: readonly string[],
): Part {
  const ambiguous = new Set(otherTexts.flatMap((text) => text.match(TOKEN) ?? []));
  const certain = Object.fromEntries(Object.entries(names).filter(([token]) => !ambiguous.has(token)));
  const message = restorePii(answer.message, certain);
  const shifted = shifter(answer.message, certain);
  return {
    ...answer,
    message,
    citations: answer.citations.map((citation): Citation => {
      const [start_pos, end_pos] = [shifted(citation.start_pos), shifted(citation.end_pos)];
      return { ...citation, start_pos, end_pos, text: message.slice(start_pos, end_pos) };
    }),
    follow_up_questions: answer.follow_up_questions.map((question) => restorePii(question, certain)),
  };
}

/** Where a place of the message is once the tokens before it are words again. */
function shifter(message: string, names: Readonly<Record<string, string>>): (place: number) => number {
  const changes = [...message.matchAll(TOKEN)].map(({ 0: token, index }) => ({
    end: index + token.length,
    longer: restorePii(token, names).length - token.length,
  }));
  return (place) => changes.reduce((sum, { end, longer }) => (end <= place ? sum + longer : sum), place);
}
