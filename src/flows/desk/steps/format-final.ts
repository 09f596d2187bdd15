import { z } from 'zod';
import * as texts from '../../../../texts/desk.ts';
import type { DeskSettings } from '../../../domain/desk-agents.ts';
import { type Bilingual, fillTemplate, type Language } from '../../../domain/language.ts';
import type { RankedPassage } from '../../../domain/passage.ts';
import type { RunContext } from '../../../domain/run-context.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import { markQuarantined, quarantineNote } from '../../shared/search-notes.ts';
import { FALLBACK_AGENT } from '../agents/default-settings.ts';
import { type ChosenStatement, chooseStatements } from '../choose-statements.ts';
import {
  agentName,
  agentsIn,
  type DeskFrame,
  DeskState,
  isAnswering,
  ORCHESTRATOR,
  type Replaced,
  type Resolution,
  type ResolvedConflict,
  type TaskOutcome,
  uniquePassages,
  unreachedIn,
} from '../desk-work.ts';
import { isSynthetic, syntheticPassage } from '../synthetic-passage.ts';

/** Writes the answer from what was found and believed. Its sources are the passages its statements stand in. */
export function formatFinal({ gateway, settings }: { gateway: Gateway; settings: DeskSettings }) {
  const { enable_follow_up_questions, max_follow_up_questions } = settings.workflow_config;
  return defineNode({
    step: 'format',
    reads: DeskState.pick({
      frame: true,
      outcomes: true,
      resolution: true,
      language: true,
      about_a_person: true,
    }),
    outcomes: ['answered', 'nothing-found'],

    async run({ frame, outcomes, resolution, language, about_a_person }, context) {
      const started_at = context.clock();
      const found = passagesOf(outcomes);
      const replaced = replacedIn(outcomes);
      const chosen = chooseStatements(outcomes, resolution);
      const told = new Set(chosen.map(({ passage }) => passage.document_id));
      const leftOut = replaced.filter(({ is_told }) => !is_told);
      const earlier = replaced.filter(({ document_id, is_told }) => is_told && told.has(document_id));
      const reasoning = sentencesOf([
        explainResolution(resolution, found, frame, language),
        tellReplaced(texts.SUPERSEDED_LEFT_OUT, leftOut, language),
      ]);
      const formatted = () => ({ reasoning, started_at, finished_at: context.clock() });
      if (chosen.length === 0)
        return { outcome: 'nothing-found' as const, writes: { formatted: formatted() } };
      if (resolution.conflicts.some(({ winner }) => winner === 'both'))
        chosen.unshift(noted(texts.SOURCES_DIFFER[language], language, context));
      const evidence = uniquePassages(chosen.map(({ passage }) => passage));
      const statements = chosen.map(({ text, passage }) => ({
        text,
        source: evidence.findIndex(({ id }) => id === passage.id) + 1,
      }));
      const quarantined = quarantineNote(evidence);
      if (quarantined) context.emit({ type: 'note', data: quarantined });
      const input = { question: frame.asked, language, statements, about_a_person };
      const { output } = await gateway.run(composeAnswerTask, input, context);
      const said = statements.map(({ text }) => text);
      // Worth asking on about: not the pages that were only held against what was asked for.
      const asked = outcomes.filter(({ task }) => !task.is_second && task.agent !== ORCHESTRATOR);
      const current = passagesOf(asked).filter(
        (passage) => !replaced.some((one) => one.document_id === passage.document_id),
      );
      const follow_up_questions = enable_follow_up_questions
        ? suggestQuestions(current, said, language, max_follow_up_questions)
        : [];
      const missing = nameMissing(outcomes, frame, language);
      const writes = {
        draft: output.trim(),
        closing: sentencesOf([tellReplaced(texts.SUPERSEDED_NOTE, earlier, language), missing]),
        is_partial: missing !== '',
        evidence,
        statements,
        follow_up_questions,
        formatted: formatted(),
      };
      return { outcome: 'answered' as const, writes };
    },
  });
}

function passagesOf(outcomes: readonly TaskOutcome[]): RankedPassage[] {
  return uniquePassages(outcomes.flatMap(({ result }) => result?.passages ?? []));
}

function sentencesOf(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/** What code found out about the sources, that they differ, say, is a statement with a source of its own. */
function noted(text: string, language: Language, { runId, clock }: RunContext): ChosenStatement {
  const passage = syntheticPassage({
    id: `resolution:${runId}`,
    title: texts.COMPARISON_TITLE[language],
    text,
    language,
    source_type: 'resolution',
    scope: 'public',
    department: null,
    created_at: new Date(clock()).toISOString(),
  });
  return { text, passage };
}

/** A statement without a stop stands on a line of its own, or it would run into what follows. */
const ENDS = /[.!?…]["'”’)\]]*$/u;

export const composeAnswerTask = defineTask({
  name: 'compose-answer',
  input: DeskState.pick({ question: true, language: true, statements: true, about_a_person: true }),
  output: z.string().min(1),
  /** Asks for short marks: code checks and rewrites them anyway. */
  prompt: ({ question, language, statements }, fence) => ({
    system: [
      'You answer a colleague at a hospital from statements of its departments, and from nothing else.',
      '1. End every sentence with the number of the source it rests on, as in [1].',
      '2. Copy numbers, dates and units exactly; calculate nothing. State a calculation with its result as given.',
      '3. What no statement answers is left out.',
      '4. Where two statements contradict each other, give both, and say which source says which.',
      '5. At most six short sentences, no headings, no lists.',
      `Write in ${language === 'vi' ? 'Vietnamese' : 'English'}.`,
    ].join('\n'),
    user: [
      ...[...new Set(statements.map(({ source }) => source))].map((number) => {
        const own = statements.filter(({ source }) => source === number).map(({ text }) => text);
        return fence(`source ${number}`, markQuarantined(own.join('\n')));
      }),
      fence('question', question),
    ].join('\n\n'),
  }),
  sensitive: ({ about_a_person }) => about_a_person,
  /** Answers when no model can: the statements themselves. */
  twin: ({ statements }) =>
    statements
      .map(({ text, source }) => `${text} [${source}]${ENDS.test(text) ? ' ' : '\n'}`)
      .join('')
      .trim(),
});

const HEADING = /^#{2,3} (.{2,80})$/gmu;
const CLOSING = new Set(['áp dụng', 'application']);

/** What could be asked next: the other sections of what was found, which the asker may read. */
function suggestQuestions(
  passages: readonly RankedPassage[],
  said: readonly string[],
  language: Language,
  most: number,
): string[] {
  const suggestions = passages
    .filter((passage) => !isSynthetic(passage))
    .flatMap(({ text, document }) =>
      [...text.matchAll(HEADING)]
        .filter(({ 1: heading = '' }) => !CLOSING.has(heading.trim().toLowerCase()))
        // A section whose sentences were just quoted has been answered.
        .filter(({ index }) => !said.some((sentence) => sectionAt(text, index).includes(sentence)))
        .map(({ 1: heading = '' }) =>
          fillTemplate(texts.FOLLOW_UP_QUESTION[language], {
            title: document.title,
            heading: heading.trim(),
          }),
        ),
    );
  return [...new Set(suggestions)].slice(0, most);
}

function sectionAt(text: string, start: number): string {
  const next = text.indexOf('\n#', start + 1);
  return text.slice(start, next === -1 ? text.length : next);
}

/** Answers with the sources' own sentences, once, after a model's answer turned out to rest on none of them. */
export function quoteStatements() {
  return defineNode({
    step: 'quote',
    reads: DeskState.pick({ question: true, language: true, statements: true, quoted: true }),
    outcomes: ['quoted', 'nothing-to-quote'],

    run({ question, language, statements, quoted }, { emit }) {
      // Quotes that did not hold would not hold a second time either.
      if (quoted || statements.length === 0) return { outcome: 'nothing-to-quote' as const };
      const { name } = composeAnswerTask;
      emit({ type: 'note', data: { topic: 'task-degraded', task: name, reason: 'invalid-output' } });
      const draft = composeAnswerTask.twin({ question, language, statements, about_a_person: false });
      return { outcome: 'quoted' as const, writes: { draft, quoted: true } };
    },
  });
}

/** Which side was believed and by which rule, in a sentence for each pair of documents. */
function explainResolution(
  { conflicts }: Resolution,
  passages: readonly RankedPassage[],
  frame: DeskFrame,
  language: Language,
): string {
  if (conflicts.length === 0) return texts.NO_CONTRADICTION[language];
  return [...new Set(conflicts.map(explain))].join(' ');

  function explain({ a, b, winner, rule }: ResolvedConflict): string {
    const [first, second] = [documentOf(a.passage_id), documentOf(b.passage_id)];
    const title = (document: typeof first) => `"${document?.title ?? ''}"`;
    if (winner === 'both' || rule === null)
      return fillTemplate(texts.BOTH_SHOWN[language], { a: title(first), b: title(second) });
    const [won, lost] = winner === 'a' ? [first, second] : [second, first];
    return fillTemplate(texts.PREFERENCE_RULES[rule][language], {
      winner: title(won),
      loser: title(lost),
      agent: agentName(frame, winner === 'a' ? a.agent : b.agent, language),
      scope: won?.scope ?? '',
      new: won?.created_at.slice(0, 10) ?? '',
      old: lost?.created_at.slice(0, 10) ?? '',
    });
  }

  function documentOf(passageId: string) {
    return passages.find(({ id }) => id === passageId)?.document;
  }
}

/** A sentence for each document that another has taken the place of. */
function tellReplaced(words: Bilingual, replaced: readonly Replaced[], language: Language): string {
  return replaced.map(({ title, by, on }) => fillTemplate(words[language], { title, by, on })).join(' ');
}

/** Each document that was replaced, once. */
function replacedIn(outcomes: readonly TaskOutcome[]): Replaced[] {
  const all = outcomes.flatMap(({ result }) => result?.replaced ?? []);
  return [...new Map(all.map((one) => [one.document_id, one])).values()];
}

/** A sentence for each part that is missing, in the same words whether or not there is something hidden from the asker. */
function nameMissing(outcomes: readonly TaskOutcome[], frame: DeskFrame, language: Language): string {
  const isKnown = outcomes.some(({ task, result }) => task.is_second && isAnswering(result));
  const unreached = unreachedIn(outcomes, frame, language);
  const found = agentsIn(outcomes)
    // Who is asked for want of another owes nothing where that other was found.
    .filter((agent) => !(agent === FALLBACK_AGENT && isKnown))
    .map((agent) => ({
      agent: agentName(frame, agent, language),
      own: outcomes.filter(({ task }) => task.agent === agent),
    }))
    .filter(({ agent }) => !unreached.includes(agent));
  return [
    ...unreached.map((what) => fillTemplate(texts.UNREACHED[language], { what })),
    ...found.flatMap(({ agent, own }) => {
      const words = wordsFor(own, outcomes);
      return words === null ? [] : [fillTemplate(words[language], { agent })];
    }),
  ].join(' ');
}

/** By query: what the documents do not say the logs may. */
function wordsFor(own: readonly TaskOutcome[], all: readonly TaskOutcome[]): Bilingual | null {
  // Of an agent that nobody asked nothing is missing.
  const searches = own.filter(({ task }) => task.query_index !== null && !task.is_second);
  const queries = [...new Set(searches.map(({ task }) => task.query_index))];
  const answered = queries.filter((query) =>
    searches.some(({ task, result }) => task.query_index === query && isAnswering(result)),
  );
  if (answered.length === queries.length) return null;
  if (answered.length === 0) return texts.AGENT_FOUND_NOTHING;
  // A part that another one answered is not missing.
  const known = all.filter(({ result }) => isAnswering(result)).map(({ task }) => task.query);
  const isKnown = ({ task }: TaskOutcome) => known.some((query) => query.includes(task.query));
  return searches.every(isKnown) ? null : texts.AGENT_FOUND_PART;
}
