import { z } from 'zod';
import { Language } from '../../../domain/language.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Fence, Gateway, Prompt } from '../../../llm/gateway.port.ts';
import { withinCalls } from '../../shared/ask-unless-certain.ts';
import { buildArguments } from '../build-arguments.ts';
import { CALLS_AFTER, MAX_REASONING_TOOLS, type PlannedCall, reading } from '../clinic-state.ts';
import { ReadTool } from '../clinic-tools.ts';
import { maskPrompts } from '../mask-names.ts';
import { ParsedRequest } from '../request/parse-request.ts';
import { readDrugs } from '../request/read-mentions.ts';
import { conditionTopic } from '../request/read-topic.ts';
import { requestCues, toolFor } from '../request/request-cues.ts';
import { validateArguments } from './validate-call.ts';

/** Decides from a chain of reasoning what should be looked up: nothing, one thing or two. */
export function extractToolNeeds({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'tool-needs',
    reads: reading('language', 'parsed_request', 'clinical_context', 'thinking'),
    outcomes: ['none', 'needed'],

    async run({ language, parsed_request: request, clinical_context, thinking }, context) {
      const { patient } = clinical_context;
      const input = {
        language,
        request,
        thinking,
        medications: patient?.medications ?? [],
        conditions: patient?.conditions ?? [],
      };
      const capped = withinCalls(context, CALLS_AFTER.extract);
      const { output } = await gateway.run(
        maskPrompts(extractToolNeedsTask, patient?.withheld ?? []),
        input,
        capped,
      );
      const needs = output.calls
        .map(({ tool, query }): PlannedCall => {
          const args = buildArguments(tool, query, { request, patient, language });
          return { call_id: context.newId(), tool, query, args };
        })
        .filter((call) => isUsable(call));
      return needs.length === 0
        ? { outcome: 'none' as const, writes: { needs } }
        : { outcome: 'needed' as const, writes: { needs } };

      /** A call that cannot be made is left out: reasoning goes on without it, and the trace says so. */
      function isUsable(call: PlannedCall): boolean {
        const found = validateArguments(call, clinical_context);
        if (found !== null)
          context.emit({
            type: 'note',
            data: { topic: 'call-invalid', tool: call.tool, problem: found.problem },
          });
        return found === null;
      }
    },
  });
}

function extractToolNeedsPrompt(input: NeedsInput, fence: Fence): Prompt {
  return {
    system: [
      'Name the tools that the reasoning needs before it can be relied on: none, one or two.',
      `Tools: ${ReadTool.options.join(', ')}.`,
      'query holds what the tool needs, such as the names of the drugs; never a patient’s name.',
      'Example: {"calls":[{"tool":"check_drug_interactions","query":"lisinopril amlodipine"}]}',
    ].join('\n'),
    user: [
      ...(input.medications.length === 0 ? [] : [fence('active medication', input.medications.join('\n'))]),
      fence('reasoning', input.thinking),
      fence('question', input.request.text),
    ].join('\n\n'),
  };
}

const NeedsInput = z.object({
  language: Language,
  request: ParsedRequest,
  thinking: z.string(),
  medications: z.array(z.string()),
  conditions: z.array(z.string()),
});
type NeedsInput = z.infer<typeof NeedsInput>;

const extractToolNeedsTask = defineTask({
  name: 'extract-tool-needs',
  model: 'fast',
  input: NeedsInput,
  output: z.object({
    calls: z.array(z.object({ tool: ReadTool, query: z.string().max(1_000) })).max(MAX_REASONING_TOOLS),
  }),
  prompt: extractToolNeedsPrompt,
  maxOutputTokens: 250,
  timeoutMs: 8_000,
  /** Answers when no model can: by the drugs of the question and what is asked of them. */
  twin: (input) => ({ calls: needsByRules(input) }),
});

interface Need {
  tool: z.infer<typeof ReadTool>;
  query: string;
}

/** At most two tools that serve a judgement, the more telling first. */
export function needsByRules({
  request,
  medications,
  conditions,
  language,
}: Omit<NeedsInput, 'thinking'>): Need[] {
  const { folded, drugs } = request;
  const active = medications.flatMap((medication) => readDrugs(medication).slice(0, 1));
  const others = active.filter((drug) => !drugs.includes(drug));
  const [only = ''] = drugs;
  const isAbout = drugs.length === 1 && !isMentionedAsCurrent(folded, only);
  const interactions =
    drugs.length >= 2 || (isAbout && requestCues().joins.test(folded) && others.length > 0);
  // What a condition is called finds guidelines; a whole question rarely does. Nothing in it says who the patient is.
  const topic = conditionTopic(request.text, conditions, language) || request.text;
  const isCause = requestCues().cause.test(folded) && toolFor(folded) !== 'get_clinical_guideline';
  const knowledge: Need = {
    tool: isCause ? 'retrieve_medical_info' : 'get_clinical_guideline',
    query: topic,
  };
  const together = [...drugs, ...(drugs.length === 1 ? others : [])].join(' ');
  if (interactions) return [{ tool: 'check_drug_interactions', query: together }, knowledge];
  return isAbout ? [{ tool: 'check_drug_safety', query: only }, knowledge] : [knowledge];
}

/** "…for a patient on amlodipine": what is taken already is not what the question is about. */
function isMentionedAsCurrent(folded: string, drug: string): boolean {
  return new RegExp(`\\b(?:on|taking|already on|dang (?:dung|uong))\\s+${escaped(drug)}`, 'u').test(folded);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
}
