import type { DeskAgents } from '../../domain/desk-agents.ts';
import type { Language } from '../../domain/language.ts';
import { foldDiacritics } from '../../language/fold-diacritics.ts';

/** What joins two questions into one. */
const COMPOUND = /[,;]|(?<!\p{L})(?:and|và|also|còn|as well as|cũng như|hoặc|or)(?!\p{L})|[.?!]\s+\S/iu;
const JOINT = /[,;]\s+|(?<=[?.!])\s+|\s+(?:and|và|còn)\s+(?=\S+\s+\S)/iu;
const MIN_WORDS = 3;

/** Which agents recognise a question by their words, the one that recognises most first. Each word speaks for one phrase. */
export function matchAgents(question: string, language: Language, agents: DeskAgents) {
  const words = wordsOf(question, language);
  const isUnmarked = language === 'vi' && words.every((word) => foldDiacritics(word) === word);
  const places = Object.entries(agents)
    .flatMap(([agent, { words: known }]) => known[language].map((phrase) => ({ agent, phrase })))
    .flatMap(({ agent, phrase }) => {
      const parts = wordsOf(isUnmarked ? foldDiacritics(phrase) : phrase, language);
      const isAt = (at: number) => parts.length > 0 && parts.every((part, i) => words[at + i] === part);
      return words.flatMap((_, at) => (isAt(at) ? [{ agent, from: at, to: at + parts.length }] : []));
    });
  // A shorter phrase within a longer one says nothing new; one as long, of another agent, does.
  const telling = places.filter(
    ({ from, to }) =>
      !places.some((other) => other.from <= from && other.to >= to && other.to - other.from > to - from),
  );
  const matches = [...new Set(telling.map(({ agent }) => agent))]
    .map((agent) => {
      const own = telling.filter((place) => place.agent === agent);
      // Words of the question that its phrases cover: longer phrases tell more.
      const covered = words.filter((_, at) => own.some(({ from, to }) => from <= at && at < to)).length;
      return { agent, covered };
    })
    .sort((a, b) => b.covered - a.covered || (a.agent < b.agent ? -1 : 1));
  const most = matches[0]?.covered ?? 0;
  // One question that brushes against another department's word is still a question to one department.
  return COMPOUND.test(question) ? matches : matches.filter((match) => match.covered * 2 > most);
}

/** The agent whose subject a question is: the one whose words cover most of it. Null where two cover as much. */
export function ownerOf(question: string, language: Language, agents: DeskAgents): string | null {
  const [first, second] = matchAgents(question, language, agents);
  return first && first.covered > (second?.covered ?? 0) ? first.agent : null;
}

/** The parts of a question, each with the agents that recognise it. A part nobody recognises stays with the one before. */
export function splitQuestion(
  question: string,
  language: Language,
  agents: DeskAgents,
): { text: string; agents: string[] }[] {
  const parts: { text: string; agents: string[] }[] = [];
  for (const piece of question.split(JOINT).map((text) => text.trim())) {
    if (piece === '') continue;
    const known = matchAgents(piece, language, agents).map(({ agent }) => agent);
    const last = parts.at(-1);
    const isFragment = piece.split(/\s+/u).length < MIN_WORDS || known.length === 0;
    if (last && isFragment) {
      last.text = `${last.text}, ${piece}`;
      last.agents = [...new Set([...last.agents, ...known])];
    } else parts.push({ text: piece, agents: known });
  }
  return parts;
}

/** Lower case; in English without the ending of a plural, so that one phrase serves both. */
function wordsOf(text: string, language: Language): string[] {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return language === 'en' ? words.map((word) => word.replace(/(?<=[^s]{2})s$/u, '')) : words;
}
