import type { DeskAgents } from '../../../domain/desk-agents.ts';
import type { Language } from '../../../domain/language.ts';
import { matchAgents } from '../match-agents.ts';

/** The agent whose subject a question is: the one whose words cover most of it. Null where two cover as much. */
export function ownerOf(question: string, language: Language, agents: DeskAgents): string | null {
  const [first, second] = matchAgents(question, language, agents);
  return first && first.covered > (second?.covered ?? 0) ? first.agent : null;
}
