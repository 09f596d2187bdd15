import type { DeskAgents } from '../../domain/desk-agents.ts';
import type { Language } from '../../domain/language.ts';
import { matchAgents } from './match-agents.ts';

const JOINT = /[,;]\s+|(?<=[?.!])\s+|\s+(?:and|và|còn)\s+(?=\S+\s+\S)/iu;
const MIN_WORDS = 3;

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
