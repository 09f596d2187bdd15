import { z } from 'zod';
import { Language } from '../../../domain/language.ts';
import type { Expansion } from '../../../domain/passage.ts';
import type { RunContext } from '../../../domain/run-context.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { once, readLexicon } from '../../../language/read-lexicon.ts';
import { expandQuery } from '../../../language/search-terms/medical-terms.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import { withinCalls } from '../../shared/ask-unless-certain.ts';
import { splitQuestion } from '../split-question.ts';
import {
  CALLS,
  MAX_SUB_QUERIES,
  QuestionType,
  ResearchStep,
  researchStep,
  type SubQuery,
} from '../sub-query.ts';
import { tellingTermsOf } from '../subject-of-part.ts';
import { nameOf } from './classify-question.ts';

const ITEM = /^[ \t]{0,8}\d{1,2}[.):][ \t]+(\S.*)$/gmu;

/** What the stages of care are called in sources: a protocol says "give" and "start", not "immediate interventions". */
const careStages = once(() =>
  readLexicon('language/care-stages', ['language', 'asked', 'alternatives']).map((row) => ({
    language: row.language,
    // How questions name the stage: each such word may stand for any of the alternatives.
    asked: row.asked.split('|'),
    alternatives: row.alternatives.split('|'),
  })),
);

/** How many parts each kind of question has, and which. */
const PARTS: Readonly<Record<QuestionType, { count: number; told: string }>> = {
  SIMPLE: { count: 1, told: 'the question itself' },
  COMPARATIVE: { count: 2, told: 'one for each of the things compared, in the same words but for the thing' },
  MULTI_STEP: { count: 3, told: 'one for each step or part, in their order, each naming the subject' },
  TEMPORAL: { count: 2, told: 'one for the earlier and one for the later time, each with its year' },
};

const Asked = z.object({
  question: z.string(),
  language: Language,
  type: QuestionType,
  about_a_person: z.boolean(),
  /** The year it is asked in: what "recently" is counted from. */
  year: z.number().int(),
});
type Asked = z.infer<typeof Asked>;

export const decomposeQuestionTask = defineTask({
  name: 'decompose-question',
  model: 'fast',
  input: Asked,
  output: z.object({ sub_queries: z.array(z.string().trim().min(1).max(500)).min(1).max(20) }),
  prompt(input, fence) {
    const { count, told } = PARTS[input.type];
    return {
      system: [
        'You split a medical question into parts that are each searched for by themselves.',
        `sub_queries: ${told}; ${count} as a rule, never more than ${MAX_SUB_QUERIES}. Each stands alone, in the question's language, and asks nothing that was not asked.`,
      ].join('\n'),
      user: `Language: ${input.language}\n${fence('question', input.question)}`,
    };
  },
  readText: (text) => ({ sub_queries: readNumberedList(text) }),
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 300,
  /** Answers when no model can: by the words that join what is compared, follow each other or tell the time. */
  twin: (input) => ({ sub_queries: splitQuestion(input) }),
});

const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/u;

/** Takes a question apart into what can be searched for by itself; one that cannot be is searched for as it is. */
export function decomposeQuestion({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'decompose',
    reads: z.object({
      search_query: z.string(),
      question_type: QuestionType,
      language: Language,
      about_a_person: z.boolean(),
      research_steps: z.array(ResearchStep),
    }),
    outcomes: ['decomposed'],

    async run({ search_query, question_type, language, about_a_person, research_steps }, context) {
      const year = new Date(context.clock()).getUTCFullYear();
      const asked = { question: search_query, language, type: question_type, about_a_person, year };
      const queries = await partsOf(asked, context);
      const step = researchStep(context, 'decompose', { sub_queries: queries });
      const writes = {
        sub_queries: toSubQueries(queries, asked),
        to_search: queries.map((_, i) => i),
        round: 0,
        evidence: [],
        serves: [],
        research_steps: [...research_steps, step],
      };
      return { outcome: 'decomposed' as const, writes };
    },
  });

  async function partsOf(asked: Asked, context: RunContext): Promise<string[]> {
    if (asked.type === 'SIMPLE') return [asked.question];
    try {
      const { output, by } = await gateway.run(
        decomposeQuestionTask,
        asked,
        withinCalls(context, CALLS.decompose),
      );
      const parts = distinct(output.sub_queries);
      if (by === 'twin' || isOfQuestion(parts, asked)) return parts;
      // A model that strays from the question, or does not split it, is not followed.
      context.emit({
        type: 'note',
        data: { topic: 'sub-queries-rejected', task: decomposeQuestionTask.name },
      });
      return decomposeQuestionTask.twin(asked).sub_queries;
    } catch (error) {
      context.signal.throwIfAborted();
      context.emit({ type: 'note', data: { topic: 'decompose-failed', reason: nameOf(error) } });
      return [asked.question];
    }
  }
}

function distinct(queries: readonly string[]): string[] {
  return [...new Set(queries.map((query) => query.trim()))].slice(0, MAX_SUB_QUERIES);
}

/** At least two, each of which speaks of what the question does; a step may be named without its subject. */
function isOfQuestion(parts: readonly string[], { question, language, type }: Asked): boolean {
  const asked = tellingTermsOf(question, language);
  const isOnIt = type === 'MULTI_STEP' || parts.every((part) => sharesTerm(part, asked, language));
  return parts.length > 1 && isOnIt;
}

function toSubQueries(queries: readonly string[], { question, language, type }: Asked): SubQuery[] {
  const years = type === 'TEMPORAL' ? datesOf(queries) : [];
  const subject = tellingTermsOf(question, language);
  const lead = queries.find((query) => sharesTerm(query, subject, language)) ?? question;
  return queries.map((query, i) => {
    const { year_from = null, year_to = null } = years[i] ?? {};
    const asked = year_from === null && year_to === null ? query : withoutYears(query);
    // A step named without its subject is a step of anything.
    const isBare = type === 'MULTI_STEP' && !sharesTerm(query, tellingTermsOf(lead, language), language);
    const search = isBare ? `${asked}: ${lead}` : asked;
    const stages = type === 'MULTI_STEP' ? stageExpansions(search, language) : [];
    const expansions = [...expandQuery(search, language), ...stages];
    return { query, search, expansions, year_from, year_to };
  });
}

function sharesTerm(query: string, terms: ReadonlySet<string>, language: Language): boolean {
  return [...tellingTermsOf(query, language)].some((term) => terms.has(term));
}

interface Years {
  year_from: number | null;
  year_to: number | null;
}

/** Between which years the sources of each part of a question about time are published: up to the first year, then after it. */
export function datesOf(subQueries: readonly string[]): Years[] {
  const years = subQueries.map((query) => Number(YEAR.exec(query)?.[0] ?? Number.NaN));
  const known = years.every((year) => Number.isFinite(year)) && years.length > 1;
  const inOrder = years.every((year, i) => i === 0 || year > (years[i - 1] ?? 0));
  if (!known || !inOrder) return subQueries.map(() => ({ year_from: null, year_to: null }));
  return years.map((year, i) => {
    const before = years[i - 1];
    const isOpen =
      i === years.length - 1 &&
      /\b(?:from|since)\b|(?<!\p{L})(?:từ|kể từ)(?!\p{L})/iu.test(subQueries[i] ?? '');
    return { year_from: before === undefined ? null : before + 1, year_to: isOpen ? null : year };
  });
}

/** A part without its year: the year is looked for in when a source is published, not in its words. */
export function withoutYears(query: string): string {
  return query
    .replace(
      /\s*(?:until|from|since|in|before|after|đến năm|từ năm|năm|trước năm|sau năm)?\s*(?<!\d)(?:19|20)\d\d(?!\d)/giu,
      ' ',
    )
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Other words for the stage that a part of a question names. */
function stageExpansions(query: string, language: Language): Expansion[] {
  const said = query.toLowerCase();
  const own = careStages().filter((stage) => stage.language === language);
  return own.flatMap(({ asked, alternatives }) =>
    asked
      .filter((phrase) => said.includes(phrase))
      .map((phrase) => ({ phrase, alternatives: alternatives.filter((other) => other !== phrase) })),
  );
}

/** The items of a numbered list, wherever in a text it stands. */
export function readNumberedList(text: string): string[] {
  return [...text.matchAll(ITEM)].map(([, item = '']) => item.replaceAll('**', '').trim());
}
