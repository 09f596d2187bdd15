import { z } from 'zod';
import { Principal } from '../../../domain/access.ts';
import { type Bilingual, Language } from '../../../domain/language.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { type CallPorts, callSteps, callTool, withReport } from '../call-tool.ts';
import { CallReport, ClinicalContext, TimelineStep } from '../clinic-state.ts';
import { declinesWrite, ParsedRequest } from '../request/parse-request.ts';

/** Looks up, without a model, what a direct answer may rest on; courtesies need nothing. */
export function recallKnowledge(ports: CallPorts) {
  return defineNode({
    step: 'recall',
    reads: z.object({
      principal: Principal,
      language: Language,
      parsed_request: ParsedRequest,
      clinical_context: ClinicalContext,
      reports: z.array(CallReport).default([]),
      reasoning_timeline: z.array(TimelineStep).default([]),
    }),
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

const THANKS = /\b(?:thank\w*|cheers|cam on)\b/u;
const FAREWELL =
  /\b(?:bye|goodbye|see you|tam biet|hen gap|no more questions|that'?s all|khong (?:con|hoi) gi)\b/u;
const OTHER_LANGUAGE = /\b(?:in (?:vietnamese|english)|(?:bang )?tieng (?:anh|viet))\b/u;

const REPLIES: Readonly<
  Record<'greeting' | 'thanks' | 'farewell' | 'abilities' | 'language' | 'declined', Bilingual>
> = {
  greeting: {
    en: 'Hello. Ask about a patient, a drug, the literature, guidelines or trials.',
    vi: 'Xin chào. Bạn có thể hỏi về bệnh nhân, thuốc, y văn, hướng dẫn hoặc thử nghiệm.',
  },
  thanks: { en: 'You are welcome.', vi: 'Rất vui được hỗ trợ bạn.' },
  farewell: { en: 'Goodbye.', vi: 'Tạm biệt bạn.' },
  abilities: {
    en: 'I am Galen. I find patients and read their charts, check drug labels and interactions, search the literature, guidelines and trials, and prepare prescriptions, allergies and notes that wait for your yes. Every answer shows the words it rests on.',
    vi: 'Tôi là Galen. Tôi tìm bệnh nhân và đọc bệnh án, tra nhãn thuốc và tương tác, tìm y văn, hướng dẫn và thử nghiệm, và soạn đơn thuốc, dị ứng, ghi chú chờ bạn duyệt. Mỗi câu trả lời đều kèm nguyên văn nguồn.',
  },
  declined: {
    en: 'All right: I propose nothing, and nothing has been written to the chart. I cannot stop or change orders that are already there.',
    vi: 'Vâng: tôi không đề xuất gì và chưa ghi gì vào bệnh án. Tôi không thể ngừng hay sửa y lệnh đã có.',
  },
  language: {
    en: 'Yes. I answer in English and in Vietnamese: write in the language that you want the answer in.',
    vi: 'Được. Tôi trả lời bằng tiếng Việt và tiếng Anh: hãy viết bằng ngôn ngữ mà bạn muốn nhận câu trả lời.',
  },
};

/** The answer to a courtesy, to what the assistant itself can do, or to a write that is not to be made; else null. */
function replyToSmallTalk(request: ParsedRequest, language: Language): string | null {
  const { folded, cues } = request;
  if (declinesWrite(request)) return REPLIES.declined[language];
  if (!cues.about_assistant && (!cues.small_talk || cues.one_liner)) return null;
  if (OTHER_LANGUAGE.test(folded)) return REPLIES.language[language];
  if (cues.about_assistant) return REPLIES.abilities[language];
  if (FAREWELL.test(folded)) return REPLIES.farewell[language];
  return THANKS.test(folded) ? REPLIES.thanks[language] : REPLIES.greeting[language];
}
