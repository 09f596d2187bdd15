import { z } from 'zod';
import { DOSE_CAUTION } from '../../../texts/answer.ts';
import type { Principal } from '../../domain/access.ts';
import { Abstention } from '../../domain/answer.ts';
import type { Language } from '../../domain/language.ts';
import { RankedPassage } from '../../domain/passage.ts';
import type { RunContext } from '../../domain/run-context.ts';
import { defineNode } from '../../engine/define-node.ts';
import { givesDose, hardFactsOf } from '../../gates/back/hard-facts.ts';
import type { BackGate, BackGateVerdict, JudgeSupport } from '../../gates/back-gate.port.ts';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import { defineTask } from '../../llm/define-task.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { isAlarmed, RELATED_ROUTE, TurnState } from './turn-state.ts';

interface BackGatePorts {
  backGate: BackGate;
  /** Asked about what the gate leaves undecided; without it, and where it names no model, nobody is. */
  gateway?: Gateway;
}

/** Ties every sentence of the draft to its source's words and replaces, drops or marks what rests on nothing. */
export function backGate({ backGate: gate, gateway }: BackGatePorts) {
  return defineNode({
    step: 'verify',
    reads: TurnState.pick({ question: true, draft: true, language: true, principal: true }).extend({
      evidence: z.array(RankedPassage).default([]),
      abstained: Abstention.optional(),
      claims: z.boolean().default(true),
      is_ours: z.boolean().default(false),
      closing: z.string().default(''),
      is_partial: z.boolean().default(false),
      emergency: TurnState.shape.emergency.default(null),
      route: z.string().default(''),
    }),
    outcomes: ['done', 'unsupported', 'unsure'],

    async run({ abstained, is_ours, emergency, route, principal, ...input }, context) {
      const { emit } = context;
      if (abstained || is_ours)
        return { outcome: 'done' as const, writes: { ...NOTHING_CLAIMED, message: input.draft } };
      // Under an alarm only advice for now may stand, nothing that merely comes near.
      if (route === RELATED_ROUTE && isAlarmed(emergency))
        return { outcome: 'unsure' as const, writes: { ...NOTHING_CLAIMED, message: '' } };
      const hasModel = gateway !== undefined && gateway.modelName !== 'none';
      const judge = hasModel ? { judge: askModel(gateway, context) } : {};
      const verdict = withCaution(await gate.check({ ...input, ...judge }), principal, input.language);
      for (const data of notesOn(verdict)) emit({ type: 'note', data });
      const writes = {
        message: verdict.message,
        citations: verdict.citations,
        cited: verdict.cited,
        confidence: verdict.confidence,
        confidence_level: verdict.confidence_level,
        hallucination_flagged: verdict.hallucination_flagged,
        output_redactions: verdict.redactions,
      };
      const claimsNothing = !verdict.claims && !input.claims;
      const holds = verdict.citations.some(({ support }) => support !== 'unsupported');
      if (!claimsNothing && !holds) return { outcome: 'unsupported' as const, writes };
      if (!claimsNothing && verdict.is_too_unsure) return { outcome: 'unsure' as const, writes };
      // Nothing reaches a reader before it is checked: what is streamed is what will stand.
      for (const text of inPieces(verdict)) emit({ type: 'token', data: { text } });
      return { outcome: 'done' as const, writes };
    },
  });
}

/** What a patient reads of doses is not a dose for them. */
function withCaution(verdict: BackGateVerdict, { audience }: Principal, language: Language): BackGateVerdict {
  const hasDose = verdict.citations.some(({ quote, source_index }) => {
    const names = drugNamesIn(`${verdict.cited[source_index - 1]?.document.title ?? ''} ${quote}`);
    return names.length > 0 && givesDose(hardFactsOf(quote));
  });
  if (audience !== 'patient' || !hasDose) return verdict;
  return { ...verdict, message: `${verdict.message}\n\n${DOSE_CAUTION[language]}` };
}

const Pair = z.object({ source: z.string(), sentence: z.string() });

export const judgeSupportTask = defineTask({
  name: 'judge-support',
  model: 'fast',
  input: z.object({ pairs: z.array(Pair) }),
  output: z.object({
    verdicts: z.array(
      z.object({ verdict: z.enum(['says', 'contradicts', 'neither']), pair: z.number().int() }),
    ),
  }),
  prompt: ({ pairs }, fence) => ({
    system: [
      'You check sentences of a medical answer against their sources. For each pair, give its number and a verdict:',
      '"says": the source states everything that the sentence states, in whatever words or language.',
      '"contradicts": any part of the sentence is against the source.',
      '"neither": the sentence adds something, however likely, that the source does not state.',
      'Numbers, drugs, routes, groups of people, denials and how certain a finding is must be the same.',
    ].join('\n'),
    user: pairs
      .flatMap(({ source, sentence }, i) => [
        fence(`source of pair ${i + 1}`, source),
        fence(`sentence of pair ${i + 1}`, sentence),
      ])
      .join('\n\n'),
  }),
  maxOutputTokens: 500,
  /** Answers when no model can: code and Galen's own models have said what they know. */
  twin: () => ({ verdicts: [] }),
});

function askModel(gateway: Gateway, context: RunContext): JudgeSupport {
  return async (pairs) => {
    const { output } = await gateway.run(judgeSupportTask, { pairs: [...pairs] }, context);
    const verdictsOn = (i: number) => output.verdicts.filter(({ pair }) => pair === i + 1);
    return pairs.map(
      (_, i) => verdictsOn(i).length > 0 && verdictsOn(i).every(({ verdict }) => verdict === 'says'),
    );
  };
}

/** The message, cut behind each sentence that is cited. */
function inPieces({ message, citations }: BackGateVerdict): string[] {
  const ends = [...new Set(citations.map(({ end_pos }) => end_pos)), message.length].sort((a, b) => a - b);
  return ends.map((end, i) => message.slice(ends[i - 1] ?? 0, end)).filter((piece) => piece !== '');
}

/** What the trace keeps of a verdict: what was left out and why Galen is as sure as it is. */
function notesOn({ dropped, replaced, invented_sources, signals, degraded }: BackGateVerdict) {
  return [
    { topic: 'confidence', ...signals },
    ...(dropped.length > 0 ? [{ topic: 'unsupported-dropped', sentences: dropped }] : []),
    ...(replaced.length > 0
      ? [{ topic: 'unsupported-replaced', sentences: replaced.map(({ text }) => text) }]
      : []),
    ...(degraded === null
      ? []
      : [{ topic: 'task-degraded', task: 'verify', reason: 'support-degraded', detail: degraded }]),
    ...(invented_sources > 0 ? [{ topic: 'invented-sources', count: invented_sources }] : []),
  ];
}

const NOTHING_CLAIMED = {
  citations: [],
  cited: [],
  confidence: 0,
  confidence_level: 'low' as const,
  hallucination_flagged: false,
  output_redactions: {},
};
