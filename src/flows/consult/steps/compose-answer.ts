import { z } from 'zod';
import { KNOWLEDGE_UNREACHABLE } from '../../../../texts/consult.ts';
import { LANGUAGE_NAMES, Language } from '../../../domain/language.ts';
import { howNear, RankedPassage } from '../../../domain/passage.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { wordsAlone } from '../../../language/fold-diacritics.ts';
import { splitProse } from '../../../language/sentences.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import { askUnlessCertain } from '../../shared/ask-unless-certain.ts';
import { INSUFFICIENT, isInsufficient, markQuarantined, quarantineNote } from '../../shared/search-notes.ts';
import { TurnState } from '../../shared/turn-state.ts';
import { Candidate, consultRole, MODEL_CALLS } from '../roles.ts';

const MAX_PAIRS = 3;
/** As many pairs as a model reads for so short an answer. */
const MAX_READ = 5;
/** A pair that is less near than this share of the best answers another question. */
const MIN_SHARE_OF_BEST = 0.8;
/** Sentences of the best pair, and of each of the others. */
const BEST_SENTENCES = 6;
const OTHER_SENTENCES = 2;

/** What an answer is composed from, by a model or by its twin. */
const ComposeInput = z.object({
  role: z.string(),
  question: z.string(),
  language: Language,
  context_summary: z.string(),
  /** The selected pairs, best first. */
  evidence: z.array(RankedPassage),
  about_a_person: z.boolean(),
  /** How the asker likes to be answered. */
  preferences: z.array(z.string()).default([]),
});

/** As the memory of an asker's wishes words it. */
const asksForShort = (wish: string) => /short|ngắn/iu.test(wish);

export const composeAnswerTask = defineTask({
  name: 'compose-answer',
  input: ComposeInput,
  output: z.string().min(1),
  prompt(input, fence) {
    const { persona, tone } = consultRole(input.role);
    return {
      system: [
        `You are ${persona}. Be ${tone}.`,
        'Answer the question from the numbered question–answer pairs, and from nothing else.',
        '1. End every sentence that states a fact with the number of its pair, as in [1].',
        `2. If the pairs do not hold the answer, reply with the single word ${INSUFFICIENT}.`,
        '3. Never give a definitive diagnosis; suggest a healthcare provider where a decision is needed.',
        '4. Copy numbers, doses and units exactly. Three to six short sentences, no headings, no lists.',
        `Write in ${LANGUAGE_NAMES[input.language]}.`,
      ].join('\n'),
      user: [
        ...input.evidence.slice(0, MAX_READ).map(({ document, text }, i) =>
          // The title is the question: it need not be read twice.
          fence(
            `pair ${i + 1}`,
            markQuarantined(`${document.title}\n\n${text.replace(QUESTION, '').trim()}`),
          ),
        ),
        ...(input.context_summary === '' ? [] : [fence('earlier conversation', input.context_summary)]),
        ...(input.preferences.length === 0
          ? []
          : [fence('how the asker likes to be answered', input.preferences.join(', '))]),
        fence('question', input.question),
      ].join('\n\n'),
    };
  },
  sensitive: ({ about_a_person }) => about_a_person,
  /** Answers when no model can: the best pair's answer as it is written, and what the next best add. */
  twin: ({ evidence, preferences }) => quotePairs(evidence, { isBrief: preferences.some(asksForShort) }),
});

/** As many as are suggested. */
const SUGGESTIONS = 3;

/** Writes the answer from the selected pairs, and what could be asked next. The back gate checks what it claims. */
export function composeAnswer({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'compose',
    reads: TurnState.pick({ language: true, evidence: true, about_a_person: true }).extend({
      role: z.string(),
      retrieval_query: z.string(),
      context_summary: z.string(),
      neighbours: z.array(Candidate),
      selected_ids: z.array(z.string()),
      demuc: z.string().nullable(),
      chu_de_con: z.string().nullable(),
      preferences: z.array(z.string()).default([]),
    }),
    outcomes: ['answered', 'insufficient'],

    async run({ retrieval_query, neighbours, selected_ids, demuc, chu_de_con, ...state }, context) {
      const suggestion_questions = suggestQuestions({
        neighbours,
        selectedIds: selected_ids,
        question: retrieval_query,
        demuc,
        chu_de_con,
        samples: consultRole(state.role).samples[state.language],
      });
      const quarantined = quarantineNote(state.evidence);
      if (quarantined) context.emit({ type: 'note', data: quarantined });
      const input = { ...state, question: retrieval_query };
      const { output } = await askUnlessCertain(gateway, composeAnswerTask, input, context, {
        certain: null,
        maxCalls: MODEL_CALLS.answer,
      });
      const writes = {
        draft: output.trim(),
        suggestion_questions,
        follow_up_questions: suggestion_questions,
        route: 'compose_answer',
      };
      // Pairs that only come near: what answers may stand in another kind of document.
      const isEnough = howNear(state.evidence) === 'answers' && !isInsufficient(writes.draft);
      return { outcome: isEnough ? ('answered' as const) : ('insufficient' as const), writes };
    },
  });
}

/** What to ask next: neighbouring questions of the knowledge base, so that each can be answered. */
export function suggestQuestions(asked: {
  /** Near questions, nearest first. */
  neighbours: readonly Candidate[];
  selectedIds: readonly string[];
  question: string;
  demuc: string | null;
  chu_de_con: string | null;
  /** Questions to fill up with. */
  samples: readonly string[];
}): string[] {
  const { demuc, chu_de_con } = asked;
  const open = asked.neighbours.filter(({ id }) => !asked.selectedIds.includes(id));
  const distance = (candidate: Candidate) => {
    if (demuc === null || candidate.demuc !== demuc) return 2;
    return chu_de_con !== null && candidate.chu_de_con === chu_de_con ? 0 : 1;
  };
  const ordered = [0, 1, 2].flatMap((far) => open.filter((candidate) => distance(candidate) === far));
  const taken = new Set([wordsAlone(asked.question)]);
  const suggested: string[] = [];
  for (const question of [...ordered.map(({ CAUHOI }) => CAUHOI), ...asked.samples]) {
    if (suggested.length === SUGGESTIONS) break;
    if (taken.has(wordsAlone(question))) continue;
    taken.add(wordsAlone(question));
    suggested.push(question);
  }
  return suggested;
}

/** The parts of a pair that answer, by the headings they stand under; its question does not. */
const QUESTION = /^## (?:Câu hỏi|Question)[^\S\n]*\n[^#]*/u;

/** The answers of the selected pairs in their own sentences, a paragraph each, with the number of the pair. */
export function quotePairs(evidence: readonly RankedPassage[], { isBrief = false } = {}): string {
  const nearness = ({ scores }: RankedPassage) => scores.rerank ?? scores.relevance;
  const best = Math.max(0, ...evidence.slice(0, 1).map(nearness));
  return evidence
    .map((passage, i) => ({ passage, number: i + 1 }))
    .filter(({ passage }) => nearness(passage) >= best * MIN_SHARE_OF_BEST)
    .slice(0, isBrief ? 1 : MAX_PAIRS)
    .map(({ passage, number }, place) =>
      splitProse(passage.text.replace(QUESTION, ''), passage.document.language)
        .slice(0, place === 0 && !isBrief ? BEST_SENTENCES : OTHER_SENTENCES)
        .map(({ text }) => `${text} [${number}]`)
        .join(' '),
    )
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

/** Answers with the pairs' own sentences, once, after a model's answer turned out to rest on none of them. */
export function quoteAnswer() {
  return defineNode({
    step: 'quote',
    reads: z.object({ evidence: z.array(RankedPassage), quoted: z.boolean().default(false) }),
    outcomes: ['quoted', 'nothing-to-quote'],

    run({ evidence, quoted }, { emit }) {
      // Quotes that did not hold would not hold a second time either.
      const draft = quoted ? '' : quotePairs(evidence);
      if (draft === '') return { outcome: 'nothing-to-quote' as const };
      const task = composeAnswerTask.name;
      emit({ type: 'note', data: { topic: 'task-degraded', task, reason: 'invalid-output' } });
      return { outcome: 'quoted' as const, writes: { draft, quoted: true } };
    },
  });
}

/** Says that the knowledge base cannot be reached and when to ask again. A model that fails never leads here. */
export function fallback() {
  return defineNode({
    reads: z.object({ language: Language }),
    outcomes: ['done'],

    run({ language }) {
      const writes = {
        draft: KNOWLEDGE_UNREACHABLE[language],
        claims: false,
        route: 'fallback',
        evidence: [],
        selected_ids: [],
        suggestion_questions: [],
        follow_up_questions: [],
      };
      return { outcome: 'done' as const, writes };
    },
  });
}
