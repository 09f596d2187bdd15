import {
  AGENT_FOUND_NOTHING,
  AGENT_FOUND_PART,
  AGENT_UNREACHED,
  BOTH_SHOWN,
  NO_CONTRADICTION,
  PREFERENCE_RULES,
  SUPERSEDED_LEFT_OUT,
  SUPERSEDED_NOTE,
} from '../../../texts/desk.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import { fillTemplate } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { FALLBACK_AGENT } from './agents/default-settings.ts';
import {
  agentsIn,
  failedAgents,
  isAnswering,
  type Replaced,
  type Resolution,
  type ResolvedConflict,
  type TaskOutcome,
} from './desk-work.ts';

/** Which side was believed and by which rule, in a sentence for each pair of documents. */
export function explainResolution(
  { conflicts }: Resolution,
  passages: readonly RankedPassage[],
  language: Language,
): string {
  if (conflicts.length === 0) return NO_CONTRADICTION[language];
  return [...new Set(conflicts.map(explain))].join(' ');

  function explain({ a, b, winner, rule }: ResolvedConflict): string {
    const [first, second] = [documentOf(a.passage_id), documentOf(b.passage_id)];
    const title = (document: typeof first) => `"${document?.title ?? ''}"`;
    if (winner === 'both' || rule === null)
      return fillTemplate(BOTH_SHOWN[language], { a: title(first), b: title(second) });
    const [won, lost] = winner === 'a' ? [first, second] : [second, first];
    return fillTemplate(PREFERENCE_RULES[rule][language], {
      winner: title(won),
      loser: title(lost),
      agent: winner === 'a' ? a.agent : b.agent,
      scope: won?.scope ?? '',
      new: won?.created_at.slice(0, 10) ?? '',
      old: lost?.created_at.slice(0, 10) ?? '',
    });
  }

  function documentOf(passageId: string) {
    return passages.find(({ id }) => id === passageId)?.document;
  }
}

/** What to say of documents that others have taken the place of: which were left out, and of which the answer tells. */
export function explainReplaced(
  replaced: readonly Replaced[],
  language: Language,
): { leftOut: string; told: string } {
  const say = (words: Bilingual, some: readonly Replaced[]) =>
    some.map(({ title, by, on }) => fillTemplate(words[language], { title, by, on })).join(' ');
  return {
    leftOut: say(
      SUPERSEDED_LEFT_OUT,
      replaced.filter(({ is_told }) => !is_told),
    ),
    told: say(
      SUPERSEDED_NOTE,
      replaced.filter(({ is_told }) => is_told),
    ),
  };
}

/** Each document that was replaced, once. */
export function replacedIn(outcomes: readonly TaskOutcome[]): Replaced[] {
  const all = outcomes.flatMap(({ result }) => result?.replaced ?? []);
  return [...new Map(all.map((one) => [one.document_id, one])).values()];
}

/** A sentence for each agent whose part is missing, in the same words whether or not there is something hidden from the asker. */
export function nameMissing(outcomes: readonly TaskOutcome[], language: Language): string {
  const failed = new Set(failedAgents(outcomes).map(({ agent }) => agent));
  const isKnown = outcomes.some(({ task, result }) => task.is_second && isAnswering(result));
  return (
    agentsIn(outcomes)
      // Who is asked for want of another owes nothing where that other was found.
      .filter((agent) => !(agent === FALLBACK_AGENT && isKnown))
      .flatMap((agent) => {
        const words = failed.has(agent)
          ? AGENT_UNREACHED
          : wordsFor(outcomes.filter((one) => one.task.agent === agent));
        return words === null ? [] : [fillTemplate(words[language], { agent })];
      })
      .join(' ')
  );
}

/** By query: what the documents do not say the logs may. */
function wordsFor(own: readonly TaskOutcome[]): Bilingual | null {
  // Of an agent that nobody asked nothing is missing.
  const searches = own.filter(({ task }) => task.query_index !== null && !task.is_second);
  const queries = [...new Set(searches.map(({ task }) => task.query_index))];
  const answered = queries.filter((query) =>
    searches.some(({ task, result }) => task.query_index === query && isAnswering(result)),
  );
  if (answered.length === queries.length) return null;
  return answered.length === 0 ? AGENT_FOUND_NOTHING : AGENT_FOUND_PART;
}
