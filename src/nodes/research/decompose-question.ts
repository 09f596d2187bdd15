import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import type { RunContext } from '../../domain/run-context.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { expandQuery } from '../../retrieval/analysis/medical-terms.ts';
import { withinCalls } from '../shared/within-calls.ts';
import { CALLS } from './calls.ts';
import { nameOf } from './classify-question.ts';
import { datesOf, withoutYears } from './date-sub-queries.ts';
import { decomposeQuestionTask } from './decompose-question.task.ts';
import { QuestionType } from './question-type.ts';
import { ResearchStep, researchStep } from './research-step.ts';
import { stageExpansions } from './stage-words.ts';
import { MAX_SUB_QUERIES, type SubQuery } from './sub-query.ts';
import { tellingTermsOf } from './telling-terms.ts';

interface Asked {
  question: string;
  language: Language;
  type: QuestionType;
  about_a_person: boolean;
  year: number;
}

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

/** At least two, and each of them, or in a sequence one of them, speaks of what the question does. */
function isOfQuestion(parts: readonly string[], { question, language, type }: Asked): boolean {
  const asked = tellingTermsOf(question, language);
  const speaks = (part: string) => [...tellingTermsOf(part, language)].some((term) => asked.has(term));
  if (parts.length < 2) return false;
  return type === 'MULTI_STEP' ? true : parts.every(speaks);
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
