import { z } from 'zod';
import { Language } from '../../../domain/language.ts';
import { RankedPassage } from '../../../domain/passage.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Fence, Gateway, Prompt } from '../../../llm/gateway.port.ts';
import { withinCalls } from '../../shared/ask-unless-certain.ts';
import { markQuarantined } from '../../shared/search-notes.ts';
import { CALLS_AFTER, EvidenceSection, reading } from '../clinic-state.ts';
import { gatherEvidence, withheldFrom } from '../gather-evidence.ts';
import { maskPrompts } from '../mask-names.ts';
import { chartLines, quoteEvidence } from '../quote-evidence.ts';
import { readDrugs } from '../request/read-mentions.ts';

const CHART_LINES = 12;

/** Thinks before it looks anything up: the reasoning is the value, tools serve it. */
export function think({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'thinking',
    reads: reading('language', 'clinical_context', 'reasoning_timeline'),
    outcomes: ['thought'],

    async run({ language, clinical_context, reasoning_timeline }, context) {
      const { user_input: question, patient, turns } = clinical_context;
      const lines = chartLines(question, patient?.passages ?? [], { isJudgement: true, limit: CHART_LINES });
      const chart = lines.map(({ text }) => text).join('\n');
      const input = { question, language, chart, turns };
      const { output } = await gateway.run(
        maskPrompts(thinkTask, patient?.withheld ?? []),
        input,
        quietly(withinCalls(context, CALLS_AFTER.think)),
      );
      return {
        outcome: 'thought' as const,
        writes: {
          thinking: output,
          reasoning_timeline: [...reasoning_timeline, { step: 'thinking', reasoning: output }],
        },
      };
    },
  });
}

/** Thoughts are for the details panel: they are not streamed as the answer. */
function quietly(context: Parameters<Gateway['run']>[2]): Parameters<Gateway['run']>[2] {
  return {
    ...context,
    emit: (event) => {
      if (event.type !== 'token') context.emit(event);
    },
  };
}

function thinkPrompt({ question, chart, turns, language }: ThinkInput, fence: Fence): Prompt {
  return {
    system: [
      'You reason for a clinician before anything is looked up. Say in a few short sentences: what has to be decided,',
      'which facts of the chart bear on it, what could do harm, and what should be looked up to be sure.',
      'Give no final recommendation yet, and name no source.',
      `Write in ${language === 'vi' ? 'Vietnamese' : 'English'}.`,
    ].join('\n'),
    user: [
      ...(chart === '' ? [] : [fence('chart', chart)]),
      ...turns.map(({ author, text }) => fence(`earlier message by ${author}`, text)),
      fence('question', question),
    ].join('\n\n'),
  };
}

const ThinkInput = z.object({
  question: z.string(),
  language: Language,
  /** The lines of the chart that bear on the question; empty without a patient. */
  chart: z.string(),
  turns: z.array(z.object({ author: z.string(), text: z.string() })),
});
type ThinkInput = z.infer<typeof ThinkInput>;

export const thinkTask = defineTask({
  name: 'think',
  input: ThinkInput,
  output: z.string().min(1),
  prompt: thinkPrompt,
  maxOutputTokens: 1_024,
  /** Answers when no model can: what bears on the question, drug by drug and line by line. */
  twin: ({ question, language, chart }) => {
    const drugs = readDrugs(`${question} ${chart}`);
    const lines =
      language === 'vi'
        ? [`Cần quyết định: ${question}`, `Thuốc liên quan: ${drugs.join(', ') || 'không nêu'}.`]
        : [`To decide: ${question}`, `Drugs involved: ${drugs.join(', ') || 'none named'}.`];
    return [...lines, ...(chart === '' ? [] : [chart])].join('\n');
  },
});

/** Reasons over what the tools found. */
export function reasonAgain({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'thinking',
    reads: reading('language', 'clinical_context', 'thinking', 'reports', 'reasoning_timeline'),
    outcomes: ['thought'],

    async run({ language, clinical_context, thinking, reports, reasoning_timeline }, context) {
      const { user_input: question } = clinical_context;
      const at = new Date(context.clock()).toISOString();
      const gathered = gatherEvidence({ question, language, at, patient: null, reports, proposals: [] });
      const capped = quietly(withinCalls(context, CALLS_AFTER.reason_again));
      const input = { question, language, thinking, ...gathered };
      const { output } = await gateway.run(
        maskPrompts(reasonAgainTask, withheldFrom(clinical_context, reports)),
        input,
        capped,
      );
      return {
        outcome: 'thought' as const,
        writes: {
          thinking: `${thinking}\n${output}`,
          reasoning_timeline: [...reasoning_timeline, { step: 'thinking', reasoning: output }],
        },
      };
    },
  });
}

function reasonAgainPrompt(input: ReasonAgainInput, fence: Fence): Prompt {
  return {
    system: [
      'You began to reason about a clinician’s question, and tools have looked things up. Go on reasoning over what they',
      'found: what it changes, what it leaves open, and what would be the safest course. A few short sentences.',
      `Write in ${input.language === 'vi' ? 'Vietnamese' : 'English'}.`,
    ].join('\n'),
    user: [
      fence('reasoning so far', input.thinking),
      ...input.evidence.map(({ document, text }, i) =>
        fence(`result ${i + 1}`, markQuarantined(`${document.title}\n${text}`)),
      ),
      fence('question', input.question),
    ].join('\n\n'),
  };
}

const ReasonAgainInput = z.object({
  question: z.string(),
  language: Language,
  thinking: z.string(),
  evidence: z.array(RankedPassage),
  sections: z.array(EvidenceSection),
});
type ReasonAgainInput = z.infer<typeof ReasonAgainInput>;

const reasonAgainTask = defineTask({
  name: 'reason-again',
  input: ReasonAgainInput,
  output: z.string().min(1),
  prompt: reasonAgainPrompt,
  maxOutputTokens: 1_024,
  /** Answers when no model can: what was found, in its own sentences. */
  twin: ({ thinking, ...input }) => quoteEvidence({ ...input, isJudgement: true }) || thinking,
});
