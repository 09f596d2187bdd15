import { z } from 'zod';
import { Language } from '../../../domain/language.ts';
import type { RunContext } from '../../../domain/run-context.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { findQuestion } from '../../../language/find-question.ts';
import { foldDiacritics } from '../../../language/fold-diacritics.ts';
import { once, readCues } from '../../../language/read-lexicon.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import { withinCalls } from '../../shared/ask-unless-certain.ts';
import { resolveFollowUp } from '../../shared/resolve-follow-up.ts';
import { TurnState } from '../../shared/turn-state.ts';
import { CALLS, QuestionType, researchStep } from '../sub-query.ts';

/** Longer than this is no question. */
const MAX_READ = 1_000;

/** What asks for one thing and says so in few words; a second part, or a choice, may hide in what is longer. */
const PLAIN =
  /^(?:what (?:is|are|causes?|does)|define|who (?:should|can|is)|is it|how (?:common|many|much|long)|can i|dose of)\b|(?<!\p{L})(?:là gì|bao nhiêu|la gi|bao nhieu|nguyên nhân|có được)(?!\p{L})/iu;

const MAX_PLAIN_WORDS = 14;

const JOINED = /[,;:]|\b(?:or|and|than)\b|(?<!\p{L})(?:hay|hoặc|và|hơn|hoac|hon)(?!\p{L})/iu;

export const classifyQuestionTask = defineTask({
  name: 'classify-question',
  model: 'fast',
  input: z.object({ question: z.string(), language: Language, about_a_person: z.boolean() }),
  output: z.object({ type: QuestionType }),
  prompt: (input, fence) => ({
    system: [
      'You sort medical questions by what answering them takes. type is one of:',
      'SIMPLE: one fact or one subject.',
      'COMPARATIVE: two or more things weighed against each other.',
      'MULTI_STEP: a procedure, or parts to be answered one after another.',
      'TEMPORAL: what changed over time, or guidance of different years.',
    ].join('\n'),
    user: fence('question', input.question),
  }),
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 50,
  /** Answers when no model can: surface cues of comparison, sequence and time. */
  twin: ({ question, language }) => ({ type: typeFromCues(question, language).type }),
});

/** Finds out what kind of question it is; where its words leave no doubt, no model is asked. */
export function classifyQuestion({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'classify',
    reads: TurnState.pick({ question: true, language: true, about_a_person: true, history: true }),
    outcomes: ['classified'],

    async run({ history, ...asked }, context) {
      const input = { ...asked, question: resolveFollowUp(asked.question, history).question };
      const type = await typeOf(input, context);
      const steps = [researchStep(context, 'classify', { type })];
      const writes = {
        search_query: input.question,
        question_type: type,
        route: type,
        research_steps: steps,
      };
      return { outcome: 'classified' as const, writes };
    },
  });

  async function typeOf(
    input: { question: string; language: Language; about_a_person: boolean },
    context: RunContext,
  ): Promise<QuestionType> {
    const { emit, signal } = context;
    try {
      const byCues = typeFromCues(input.question, input.language);
      if (byCues.certain) {
        emit({ type: 'note', data: { topic: 'twin-certain', task: classifyQuestionTask.name } });
        return byCues.type;
      }
      const { output } = await gateway.run(classifyQuestionTask, input, withinCalls(context, CALLS.classify));
      return output.type;
    } catch (error) {
      signal.throwIfAborted();
      emit({ type: 'note', data: { topic: 'classify-failed', reason: nameOf(error) } });
      return 'SIMPLE';
    }
  }
}

/** Never the message, which may hold what was asked. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

/** What `{…}` stands for in a cue; `«…»` are whole words, as \\b knows no Vietnamese letters. */
const PARTS: Readonly<Record<string, string>> = {
  '{year}': '(?:19|20)\\d\\d',
  '{guidance}':
    '(?:guid(?:eline|ance)|recommendation|advice|definition|criteri|threshold|standard|consensus|practice)',
  '{changed}':
    '(?:chang|revis|updat|supersed|replac|lower|rais|drop|withdraw|amend|rewrit|add|mov|evolv|shift|abandon|tighten|relax)(?:e?d|es?|en|ing|s)?',
  '«': '(?<!\\p{L})(?:',
  '»': ')(?!\\p{L})',
};

/** In the order of the file: guidance of two years is compared in time, and the steps of a comparison are a comparison's. */
const typeCues = once(() => {
  const rows = readCues('language/question-types', ['language', 'type', 'certain']);
  const of = (language: Language, inForm: (source: string) => string): TypeCue[] =>
    rows
      .filter(({ keys }) => keys[0] === language)
      .map(({ keys: [, type, certain], cue }) => ({
        type: QuestionType.exclude(['SIMPLE']).parse(type),
        certain: certain === 'yes',
        cue: new RegExp(inForm(cue.replace(/\{[a-z]+\}|[«»]/gu, (part) => PARTS[part] ?? part)), 'iu'),
      }));
  const asIs = (source: string) => source;
  // The same for Vietnamese typed without marks.
  return { en: of('en', asIs), vi: of('vi', asIs), unmarked: of('vi', foldDiacritics) };
});

interface TypeByCues {
  type: QuestionType;
  /** True where such a reading was right at least 98 times in 100 on our labelled questions. */
  certain: boolean;
}

/** What kind of question it is, by its own words: of comparison, of sequence, of time. */
export function typeFromCues(question: string, language: Language): TypeByCues {
  const asked = withoutQuoted(findQuestion(question, language).slice(0, MAX_READ));
  const cues = cuesFor(asked, language);
  const found = cues.find(({ cue }) => cue.test(asked));
  if (found) return { type: found.type, certain: found.certain };
  const isShort = asked.trim().split(/\s+/u).length <= MAX_PLAIN_WORDS;
  return { type: 'SIMPLE', certain: isShort && PLAIN.test(asked.trim()) && !JOINED.test(asked) };
}

/** English words of comparison are used in Vietnamese too; the other way round they are not. */
function cuesFor(question: string, language: Language): readonly TypeCue[] {
  if (language === 'en') return typeCues().en;
  return typeCues()[foldDiacritics(question) === question ? 'unmarked' : 'vi'];
}

/** What is quoted is spoken of, not asked. */
function withoutQuoted(question: string): string {
  return question.replace(/["“”][^"“”]{1,200}["“”]|\([^()]{1,200}\)/gu, ' ');
}

interface TypeCue {
  type: Exclude<QuestionType, 'SIMPLE'>;
  /** False for a cue that other kinds of questions have too: then a model is asked, where there is one. */
  certain: boolean;
  cue: RegExp;
}
