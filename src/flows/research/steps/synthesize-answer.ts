import { z } from 'zod';
import { LANGUAGE_NAMES, Language } from '../../../domain/language.ts';
import { RankedPassage } from '../../../domain/passage.ts';
import { Message } from '../../../domain/run-record.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import { withinCalls } from '../../shared/ask-unless-certain.ts';
import { describeSource, INSUFFICIENT, isInsufficient, quarantineNote } from '../../shared/search-notes.ts';
import { composeFromSources } from '../compose-from-sources.ts';
import { CALLS, FoundForPart, QuestionType, SubQuery } from '../sub-query.ts';

/** What an answer to all parts of a question is written from, by a model or by its twin. */
export const SynthesisInput = z.object({
  question: z.string(),
  language: Language,
  type: QuestionType,
  sub_queries: z.array(SubQuery),
  evidence: z.array(RankedPassage),
  /** Of each piece of evidence: the parts it was found for. */
  serves: z.array(z.array(z.number().int())),
  /** What each search knew of its words; for the twin alone. */
  found: z.array(FoundForPart.omit({ passages: true })),
  history: z.array(z.object({ author: z.string(), text: z.string() })),
  about_a_person: z.boolean(),
});

const FORM: Readonly<Record<QuestionType, string>> = {
  SIMPLE: 'Three to six short sentences, no headings, no lists.',
  COMPARATIVE:
    'First a Markdown table: one column for each thing compared, one row for each aspect that the sources speak of, full sentences in the cells. Then two or three sentences on what follows from it.',
  MULTI_STEP: 'A numbered list, one item for each step, in order, each of one to three short sentences.',
  TEMPORAL:
    'The earlier time under a heading with its year, then the later time under a heading with its year; under each a list of short sentences.',
};

export const synthesizeAnswerTask = defineTask({
  name: 'synthesize-answer',
  input: SynthesisInput,
  output: z.string().min(1),
  prompt: (input, fence) => ({
    system: [
      'You are a medical knowledge assistant. Answer the question, with all its parts, from the sources given, and from nothing else.',
      '1. End every sentence that states a fact, in tables and lists too, with the number of its source, as in [1].',
      `2. If the sources hold nothing of the answer, reply with the single word ${INSUFFICIENT}. A part they do not answer is left out.`,
      '3. Never give a definitive diagnosis; suggest a healthcare provider where a decision is needed.',
      '4. Copy numbers, doses and units exactly.',
      `5. ${FORM[input.type]}`,
      `Write in ${LANGUAGE_NAMES[input.language]}.`,
    ].join('\n'),
    user: [
      ...input.evidence.map((passage, i) => fence(`source ${i + 1}`, describeSource(passage))),
      ...input.history.map(({ author, text }) => fence(`earlier message by ${author}`, text)),
      ...(input.sub_queries.length > 1
        ? input.sub_queries.map(({ query }, i) => fence(`part ${i + 1} of the question`, query))
        : []),
      fence('question', input.question),
    ].join('\n\n'),
  }),
  sensitive: ({ about_a_person }) => about_a_person,
  /** Answers when no model can: the sources' own sentences, side by side, step by step or before and after. */
  twin: composeFromSources,
});

export const SynthesisReads = SynthesisInput.omit({ question: true, type: true }).extend({
  search_query: z.string(),
  question_type: QuestionType,
  found: z.array(FoundForPart),
  history: z.array(Message),
});

type SynthesisReads = z.output<typeof SynthesisReads>;

/** Writes one answer to all parts of the question. What it claims is measured next and checked by the back gate. */
export function synthesizeAnswer({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'synthesize',
    reads: SynthesisReads.extend({ round: z.number().int() }),
    outcomes: ['answered', 'insufficient'],

    async run({ round, ...state }, context) {
      const quarantined = quarantineNote(state.evidence);
      if (quarantined) context.emit({ type: 'note', data: quarantined });
      const limited = withinCalls(context, CALLS.synthesize(state.question_type, round));
      const { output } = await gateway.run(synthesizeAnswerTask, synthesisInput(state), limited);
      const draft = output.trim();
      if (!isInsufficient(draft)) return { outcome: 'answered' as const, writes: { draft } };
      return { outcome: 'insufficient' as const, writes: { draft: '' } };
    },
  });
}

export function synthesisInput({ search_query: question, question_type: type, ...rest }: SynthesisReads) {
  return { ...rest, question, type, found: rest.found.map(({ passages: _, ...part }) => part) };
}

/** Answers with the sources' own sentences, once, after a model's answer turned out to rest on none of them. */
export function quoteSources() {
  return defineNode({
    step: 'quote',
    reads: SynthesisReads.extend({ quoted: z.boolean().default(false) }),
    outcomes: ['quoted', 'nothing-to-quote'],

    run({ quoted, ...state }, { emit }) {
      // Quotes that did not hold would not hold a second time either.
      if (quoted) return { outcome: 'nothing-to-quote' as const };
      const data = { topic: 'task-degraded', task: synthesizeAnswerTask.name, reason: 'invalid-output' };
      emit({ type: 'note', data });
      const draft = synthesizeAnswerTask.twin(synthesisInput(state));
      return draft === ''
        ? { outcome: 'nothing-to-quote' as const }
        : { outcome: 'quoted' as const, writes: { draft, quoted: true, closing: '' } };
    },
  });
}

export type SynthesisInput = z.infer<typeof SynthesisInput>;
