import { SMALL_TALK_REPLIES } from '../../../../texts/clinic.ts';
import type { Language } from '../../../domain/language.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { type CallPorts, callSteps, callTool, withReport } from '../call-tool.ts';
import { reading } from '../clinic-state.ts';
import { declinesWrite, type ParsedRequest } from '../request/parse-request.ts';
import { requestCues } from '../request/request-cues.ts';

/** Looks up, without a model, what a direct answer may rest on; courtesies need nothing. */
export function recallKnowledge(ports: CallPorts) {
  return defineNode({
    step: 'recall',
    reads: reading(
      'principal',
      'language',
      'parsed_request',
      'clinical_context',
      'reports',
      'reasoning_timeline',
    ),
    outcomes: ['recalled', 'small-talk'],

    async run({ principal, language, parsed_request, clinical_context, ...state }, context) {
      const courtesy = replyToSmallTalk(parsed_request, language);
      if (courtesy !== null) return { outcome: 'small-talk' as const, writes: { courtesy } };
      const query = parsed_request.text;
      const call = {
        call_id: context.newId(),
        tool: 'retrieve_medical_info' as const,
        query,
        args: { query },
      };
      const caller = { principal, patient: clinical_context.patient, sealed_names: '', image: null };
      const report = await callTool(ports, call, caller, context);
      return {
        outcome: 'recalled' as const,
        writes: {
          reports: withReport(state.reports, report),
          reasoning_timeline: [...state.reasoning_timeline, ...callSteps(report, language)],
        },
      };
    },
  });
}

/** The answer to a courtesy, to what the assistant itself can do, or to a write that is not to be made; else null. */
function replyToSmallTalk(request: ParsedRequest, language: Language): string | null {
  const { folded, cues } = request;
  if (declinesWrite(request)) return SMALL_TALK_REPLIES.declined[language];
  if (!cues.about_assistant && (!cues.small_talk || cues.one_liner)) return null;
  if (requestCues().other_language.test(folded)) return SMALL_TALK_REPLIES.language[language];
  if (cues.about_assistant) return SMALL_TALK_REPLIES.abilities[language];
  if (requestCues().farewell.test(folded)) return SMALL_TALK_REPLIES.farewell[language];
  return requestCues().thanks.test(folded)
    ? SMALL_TALK_REPLIES.thanks[language]
    : SMALL_TALK_REPLIES.greeting[language];
}
