import type { Language } from '../../../domain/language.ts';
import { isPaying } from './money-side.ts';
import { remember } from './remember.ts';
import { numbersIn, type Said, wordsOf } from './subject-of.ts';

/** What a rule speaks of stands before the word that says how it is meant. */
const VERB: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:must|may|can|cannot|shall|should|is|are|has|have|needs?|does|do)\b/iu,
  vi: /(?<!\p{L})(?:phải|được|có thể|bị|cần|không|là)(?!\p{L})/iu,
};
/** One word more ("a new badge") may be said or left unsaid; two name a thing of its own. */
const OWN_THING_FROM = 2;

/**
 * Whether one speaks of a thing and the other of a part of it (passwords, and passwords of service accounts), or each of
 * a part of its own (shifts at night, overtime at night). What the other says elsewhere tells nothing apart.
 */
export function nameDifferentTopics(a: Said, b: Said): boolean {
  const [topicA, topicB] = [topicOf(a), topicOf(b)];
  const [ownA, ownB] = [ownWords(topicA, wordsOf(b)), ownWords(topicB, wordsOf(a))];
  const isPartOf = (part: readonly string[], whole: readonly string[], own: readonly string[]) =>
    whole.length > 0 && own.length >= OWN_THING_FROM && whole.every((word) => part.includes(word));
  if (isPartOf(topicB, topicA, ownB) || isPartOf(topicA, topicB, ownA)) return true;
  return ownA.length > 0 && ownB.length > 0 && topicA.some((word) => topicB.includes(word));
}

function ownWords(topic: readonly string[], said: readonly string[]): string[] {
  return [...new Set(topic)].filter((word) => !said.includes(word) && !isPaying(word));
}

const topicOf = remember((said: Said) => {
  const { text, language } = said;
  const verb = VERB[language].exec(text)?.index ?? 0;
  const number = numbersIn(said)[0]?.start ?? verb;
  return wordsOf({ text: text.slice(0, Math.min(verb, number)), language });
});
