import { z } from 'zod';
import { PART_OF_QUESTION, PARTS_NOT_FOUND } from '../../../../texts/research.ts';
import { Language } from '../../../domain/language.ts';
import type { RunContext } from '../../../domain/run-context.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { hardFactsOf } from '../../../gates/back/hard-facts.ts';
import { expandQuery } from '../../../language/search-terms/medical-terms.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import { areJudged } from '../../evidence/select-sentences.ts';
import { withinCalls } from '../../shared/ask-unless-certain.ts';
import { tellingWords } from '../../shared/resolve-follow-up.ts';
import { CALLS, QuestionType, ResearchStep, researchStep, SubQuery } from '../sub-query.ts';
import { nameOf } from './classify-question.ts';
import { readNumberedList } from './decompose-question.ts';
import { ScoredAnswer } from './score-answer.ts';

export const refineQueriesTask = defineTask({
  name: 'refine-queries',
  model: 'fast',
  input: z.object({
    question: z.string(),
    language: Language,
    missing: z.array(SubQuery),
    /** How often they were refined before. */
    round: z.number().int(),
    about_a_person: z.boolean(),
  }),
  output: z.object({ queries: z.array(z.string().trim().min(1).max(500)).min(1).max(10) }),
  prompt: (input, fence) => ({
    system: [
      'A literature search left parts of a medical question unanswered. You word those parts anew.',
      'queries: one for each missing part, in their order, in the words of medical literature, same language, asking for the same thing.',
    ].join('\n'),
    user: [
      `Language: ${input.language}`,
      fence('question', input.question),
      ...input.missing.map(({ query }, i) => fence(`missing part ${i + 1}`, query)),
    ].join('\n'),
  }),
  readText: (text) => ({ queries: readNumberedList(text) }),
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 300,
  /** Answers when no model can: the same in the words of the tables, then in fewer words. */
  twin: ({ missing, language, round }) => ({
    queries: missing.map(({ search }) => relaxQuery(search, language, round)),
  }),
});

export const MAX_ROUNDS = 3;

const ReflectReads = z.object({
  search_query: z.string(),
  question_type: QuestionType,
  language: Language,
  about_a_person: z.boolean(),
  sub_queries: z.array(SubQuery),
  round: z.number().int(),
  gained: z.boolean(),
  scored: ScoredAnswer.optional(),
  best: ScoredAnswer.optional(),
  research_steps: z.array(ResearchStep),
});
type ReflectReads = z.output<typeof ReflectReads>;

/**
 * Looks at which parts of the question no supported sentence speaks of, and has those searched for in other words. What is
 * returned in the end is the best answer that was measured, and it says which parts were not found.
 */
export function reflectOnAnswer({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'reflect',
    reads: ReflectReads,
    outcomes: ['sufficient', 'refine', 'stop', 'unverified', 'nothing-found'],

    async run(state, context) {
      const { sub_queries, round, scored, best, research_steps } = state;
      const told = (outcome: Readonly<Record<string, unknown>>) => [
        ...research_steps,
        researchStep(context, 'reflect', outcome),
      ];
      try {
        const missing = missingOf(state);
        if (missing.length === 0) {
          // Not the surest one, where that leaves a part out.
          const writes = { ...answerOf(scored), research_steps: told({ sufficient: true }) };
          return { outcome: 'sufficient' as const, writes };
        }
        const research = { research_steps: told({ sufficient: false }) };
        const isOver = round >= MAX_ROUNDS || (round > 0 && !state.gained);
        const refined = isOver ? [] : await refine(state, missing, context);
        if (refined.length > 0) {
          const next = new Map(refined.map((part) => [part.at, part.subQuery]));
          const writes = {
            sub_queries: sub_queries.map((part, at) => next.get(at) ?? part),
            to_search: [...next.keys()],
            round: round + 1,
            ...research,
          };
          return { outcome: 'refine' as const, writes };
        }
        if (best === undefined || best.draft === '')
          return { outcome: 'nothing-found' as const, writes: research };
        const closing = nameGaps(state, best.covered);
        const is_partial = closing !== '';
        const writes = { ...answerOf(best), closing, is_partial, ...research };
        return { outcome: isEnough(state, best) ? ('stop' as const) : ('nothing-found' as const), writes };
      } catch (error) {
        context.signal.throwIfAborted();
        context.emit({ type: 'note', data: { topic: 'unverified', reason: nameOf(error) } });
        const writes = { unverified: true, research_steps: told({ sufficient: false, unverified: true }) };
        return best === undefined || best.draft === ''
          ? { outcome: 'nothing-found' as const, writes }
          : { outcome: 'unverified' as const, writes: { ...answerOf(best), ...writes } };
      }
    },
  });

  async function refine(state: ReflectReads, missing: readonly number[], context: RunContext) {
    const { search_query: question, language, about_a_person, round, sub_queries } = state;
    const parts = missing.flatMap((at) => (sub_queries[at] ? [{ at, part: sub_queries[at] }] : []));
    const input = { question, language, about_a_person, round, missing: parts.map(({ part }) => part) };
    const calls = CALLS.reflect(state.question_type, round);
    const { queries } =
      calls === 0
        ? refineQueriesTask.twin(input)
        : (await gateway.run(refineQueriesTask, input, withinCalls(context, calls))).output;
    return parts.flatMap(({ at, part }, i) => {
      const search = queries[i] ?? part.search;
      const year_to = widened(part);
      if (search === part.search && year_to === part.year_to) return [];
      const expansions = [...part.expansions, ...expandQuery(search, language)];
      return [{ at, subQuery: { ...part, search, expansions, year_to } }];
    });
  }
}

/**
 * Whether an answer to some of the parts may stand as one: to most of them, and a comparison needs all of them. What no ranker has
 * judged is not taken back.
 */
function isEnough(
  { question_type, sub_queries }: ReflectReads,
  { covered, evidence }: ScoredAnswer,
): boolean {
  if (!areJudged(evidence)) return true;
  return question_type !== 'COMPARATIVE' && covered.length * 2 > sub_queries.length;
}

function missingOf({ sub_queries, scored }: ReflectReads): number[] {
  return sub_queries.flatMap((_, at) => (scored?.covered.includes(at) ? [] : [at]));
}

/** What was published later still tells what came after; what came before it does not. */
function widened({ year_from, year_to }: SubQuery): number | null {
  return year_from === null ? year_to : null;
}

function answerOf(best: ScoredAnswer | undefined) {
  return best ? { draft: best.draft, evidence: best.evidence, serves: best.serves } : {};
}

/** Says which parts of the question no supported sentence speaks of; empty when there are none. */
function nameGaps(
  asked: { search_query: string; language: Language; sub_queries: readonly SubQuery[] },
  covered: readonly number[],
): string {
  const { search_query, language, sub_queries } = asked;
  const missing = sub_queries.flatMap(({ query }, at) => {
    if (covered.includes(at)) return [];
    const number = PART_OF_QUESTION[language].replace('{n}', String(at + 1));
    return [isOfQuestion(query, search_query) ? `“${query.replace(/[?.!\s]+$/u, '')}”` : number];
  });
  return missing.length === 0 ? '' : PARTS_NOT_FOUND[language].replace('{parts}', missing.join('; '));
}

/** A model words the parts: a drug or a figure that the asker never named is not put into their mouth. */
function isOfQuestion(query: string, question: string): boolean {
  const [named, asked] = [hardFactsOf(query), hardFactsOf(question)];
  const figures = new Set(question.match(/\p{N}+/gu) ?? []);
  return (
    named.drugs.every((drug) => asked.drugs.includes(drug)) &&
    (query.match(/\p{N}+/gu) ?? []).every((figure) => figures.has(figure) || /^(?:19|20)\d\d$/u.test(figure))
  );
}

/** A query in other words: first without those that only say how it is asked, then by the tables' words for the rest. */
function relaxQuery(query: string, language: Language, round: number): string {
  const bare = tellingWords(query, language).join(' ') || query;
  return round % 2 === 0 && bare !== query ? bare : inOtherWords(bare, language);
}

/** Each phrase that the tables know by its first other name. */
function inOtherWords(query: string, language: Language): string {
  return expandQuery(query, language).reduce((text, { phrase, alternatives }) => {
    const at = phrase === '' ? -1 : text.toLowerCase().indexOf(phrase.toLowerCase());
    const [other] = alternatives;
    if (at === -1 || other === undefined) return text;
    return `${text.slice(0, at)}${other}${text.slice(at + phrase.length)}`;
  }, query);
}
