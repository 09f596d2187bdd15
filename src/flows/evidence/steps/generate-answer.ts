import { z } from 'zod';
import { RELATED } from '../../../../texts/answer.ts';
import { accessOf, Principal } from '../../../domain/access.ts';
import { LANGUAGE_NAMES, Language } from '../../../domain/language.ts';
import { Expansion, type Passage, RankedPassage, TermWeight } from '../../../domain/passage.ts';
import { Message } from '../../../domain/run-record.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { splitSentences } from '../../../language/sentences.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Fence, Gateway, Prompt } from '../../../llm/gateway.port.ts';
import type { PassageIndex } from '../../../retrieval/passage-index.port.ts';
import {
  describeSource,
  INSUFFICIENT,
  isInsufficient,
  markQuarantined,
  quarantineNote,
} from '../../shared/search-notes.ts';
import { RELATED_ROUTE } from '../../shared/turn-state.ts';
import { Intent } from '../classify-intent.ts';
import { selectSentences } from '../select-sentences.ts';

/** What stands around a source in its document: to be understood with it, never cited. */
const Surrounding = z.object({ before: z.string(), after: z.string() });

/** What the sentences of an answer are chosen by, beside the question. */
const ChosenBy = z.object({
  language: Language,
  intent: Intent,
  evidence: z.array(RankedPassage),
  query_terms: z.array(TermWeight),
  expansions: z.array(Expansion),
});

/** What an answer is written from, by a model or by its twin. */
export const AnswerInput = ChosenBy.extend({
  question: z.string(),
  /** For a model's eyes only: of each piece of evidence, or of none. */
  surroundings: z.array(Surrounding),
  history: z.array(z.object({ author: z.string(), text: z.string() })),
  about_a_person: z.boolean(),
});

const CONTEXT_RULE =
  '5. Context stands before or after a source in its document. Read it to understand the source; state and cite only what the source itself says.';

export const generateAnswerTask = defineTask({
  name: 'generate-answer',
  input: AnswerInput,
  output: z.string().min(1),
  prompt: generateAnswerPrompt,
  sensitive: ({ about_a_person }) => about_a_person,
  /** Answers when no model can: the evidence's own sentences, chosen and ordered. */
  twin: selectSentences,
});

interface GeneratePorts {
  gateway: Gateway;
  passages: Pick<PassageIndex, 'neighbours'>;
  /** How many passages before and after a source a model reads with it. */
  contextReach: number;
}

/** Writes the answer from the evidence. What it claims is checked by the back gate, not here. */
export function generateAnswer({ gateway, passages, contextReach }: GeneratePorts) {
  return defineNode({
    step: 'generate',
    reads: ChosenBy.extend({
      principal: Principal,
      search_query: z.string(),
      history: z.array(Message),
      about_a_person: z.boolean(),
    }),
    outcomes: ['answered', 'insufficient'],

    async run({ search_query, principal, ...input }, context) {
      const surroundings = await surroundingsOf(input.evidence, principal);
      // The question as it was searched for: a follow-up says there what it leans on.
      const asked = { ...input, question: search_query, surroundings };
      const quarantined = quarantineNote(input.evidence);
      if (quarantined) context.emit({ type: 'note', data: quarantined });
      const { output } = await gateway.run(generateAnswerTask, asked, context);
      const draft = output.trim();
      const outcome = isInsufficient(draft) ? ('insufficient' as const) : ('answered' as const);
      return { outcome, writes: { draft } };
    },
  });

  async function surroundingsOf(evidence: readonly RankedPassage[], principal: Principal) {
    // The twin quotes the evidence alone.
    if (contextReach === 0 || gateway.modelName === 'none') return [];
    const ids = evidence.map(({ id }) => id);
    const neighbours = await passages.neighbours(accessOf(principal), ids, contextReach);
    return surroundingText(evidence, neighbours, contextReach);
  }
}

/** Asks for short marks: code checks and rewrites them anyway. */
export function generateAnswerPrompt(input: AnswerInput, fence: Fence): Prompt {
  const hasContext = input.surroundings.some(({ before, after }) => before !== '' || after !== '');
  return {
    system: [
      'You are a medical knowledge assistant. Answer the question from the sources given, and from nothing else.',
      '1. End every sentence that states a fact with the number of its source, as in [1].',
      `2. If the sources do not hold the answer, reply with the single word ${INSUFFICIENT}.`,
      '3. Never give a definitive diagnosis; suggest a healthcare provider where a decision is needed.',
      '4. Copy numbers, doses and units exactly. Three to six short sentences, no headings, no lists.',
      ...(hasContext ? [CONTEXT_RULE] : []),
      `Write in ${LANGUAGE_NAMES[input.language]}.`,
    ].join('\n'),
    user: [
      ...input.evidence.flatMap((passage, i) => {
        const { before = '', after = '' } = input.surroundings[i] ?? {};
        return [
          ...context(`before source ${i + 1}`, before, fence),
          fence(`source ${i + 1}`, describeSource(passage)),
          ...context(`after source ${i + 1}`, after, fence),
        ];
      }),
      ...input.history.map(({ author, text }) => fence(`earlier message by ${author}`, text)),
      fence('question', input.question),
    ].join('\n\n'),
  };
}

function context(place: string, text: string, fence: Fence): string[] {
  return text === '' ? [] : [fence(`context ${place} not to be cited`, markQuarantined(text))];
}

export type AnswerInput = z.infer<typeof AnswerInput>;

/** What a model may read on either side of a source. */
const MAX_CHARACTERS = 400;

type Surrounding = z.infer<typeof Surrounding>;

/** What surrounds each piece of evidence, up to `reach` passages away: nothing twice, and nothing of the evidence itself. */
export function surroundingText(
  evidence: readonly RankedPassage[],
  neighbours: readonly Passage[],
  reach: number,
): Surrounding[] {
  const given = new Set(evidence.map(({ id }) => id));
  return evidence.map((source) => {
    const { language } = source.document;
    const inOrder = [...evidence, ...neighbours]
      .filter(({ document_id }) => document_id === source.document_id)
      .sort((a, b) => a.start - b.start || a.end - b.end);
    const at = inOrder.findIndex(({ id }) => id === source.id);
    const before = takeNew(inOrder.slice(Math.max(0, at - reach), at).reverse()).reverse();
    const after = takeNew(inOrder.slice(at + 1, at + 1 + reach));
    return {
      before: lastSentences(textBefore(source.start, before), language),
      after: firstSentences(textAfter(source.end, after), language),
    };
  });

  /** From the nearest on, up to one that the model already has. */
  function takeNew(passages: readonly Passage[]): Passage[] {
    const known = passages.findIndex(({ id }) => given.has(id));
    const taken = known === -1 ? [...passages] : passages.slice(0, known);
    for (const { id } of taken) given.add(id);
    return taken;
  }
}

/** Passages may overlap: each is cut where the next begins. */
function textBefore(start: number, passages: readonly Passage[]): string {
  return passages
    .map(({ text, start: from }, i) => text.slice(0, (passages[i + 1]?.start ?? start) - from))
    .join('\n');
}

function textAfter(end: number, passages: readonly Passage[]): string {
  return passages
    .map(({ text, start: from }, i) => text.slice(Math.max(0, (passages[i - 1]?.end ?? end) - from)))
    .join('\n');
}

function firstSentences(text: string, language: Language): string {
  const fitting = splitSentences(text, language).filter(({ end }) => end <= MAX_CHARACTERS);
  return text.slice(0, fitting.at(-1)?.end ?? 0).trim();
}

function lastSentences(text: string, language: Language): string {
  const from = text.length - MAX_CHARACTERS;
  const fitting = splitSentences(text, language).find(({ start }) => start >= from);
  return text.slice(fitting?.start ?? text.length).trim();
}

/**
 * Answers with the sources' own sentences, once, after a model's answer turned out to rest on none of them, or, as what only
 * comes near, after it found the sources insufficient: with a model nobody gets less than without one.
 */
export function quoteEvidence(reason: 'unsupported' | 'insufficient' = 'unsupported') {
  return defineNode({
    step: 'quote',
    reads: ChosenBy.extend({ search_query: z.string(), quoted: z.boolean().default(false) }),
    outcomes: ['quoted', 'nothing-to-quote'],

    run({ quoted, search_query, ...input }, { emit }) {
      // Quotes that did not hold would not hold a second time either.
      if (quoted) return { outcome: 'nothing-to-quote' as const };
      const task = generateAnswerTask.name;
      if (reason === 'unsupported')
        emit({ type: 'note', data: { topic: 'task-degraded', task, reason: 'invalid-output' } });
      const draft = selectSentences({ ...input, question: search_query });
      if (draft === '') return { outcome: 'nothing-to-quote' as const };
      const nearest =
        reason === 'insufficient' ? { route: RELATED_ROUTE, closing: RELATED[input.language] } : {};
      return { outcome: 'quoted' as const, writes: { draft, quoted: true, ...nearest } };
    },
  });
}
