import { z } from 'zod';
import { type Bilingual, fillTemplate, Language } from '../../../domain/language.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { DeskFrame, failedAgents, RoutedQuestion, TaskOutcome } from '../desk-work.ts';

const NOT_FOUND: Bilingual = {
  en: 'I did not find an answer to this in what you may read. Asked: {agents}. Ask in other words, or turn to the department itself.',
  vi: 'Tôi không tìm thấy câu trả lời trong những tài liệu mà bạn được đọc. Đã hỏi: {agents}. Hãy hỏi bằng cách khác hoặc liên hệ trực tiếp phòng phụ trách.',
};
const UNREACHED: Bilingual = {
  en: 'I could not get an answer: {agents} did not answer. Ask again in a moment.',
  vi: 'Tôi chưa lấy được câu trả lời: {agents} không phản hồi. Hãy hỏi lại sau giây lát.',
};
const NOBODY: Bilingual = { en: 'no department', vi: 'không phòng nào' };

/** Says that nothing was found, in the same words whether or not there is something that the asker may not read. */
export function sayNotFound() {
  return defineNode({
    step: 'abstain',
    reads: z.object({
      frame: DeskFrame,
      routed: RoutedQuestion.default({ refined_query: '', agents: [] }),
      outcomes: z.array(TaskOutcome).default([]),
      language: Language,
    }),
    outcomes: ['done'],

    run({ frame, routed, outcomes, language }) {
      const failed = failedAgents(outcomes).map(({ agent }) => agent);
      const agents = [...new Set(routed.agents.map(({ agent }) => agent))].join(', ') || NOBODY[language];
      const draft =
        failed.length > 0
          ? fillTemplate(UNREACHED[language], { agents: failed.join(', ') })
          : fillTemplate(NOT_FOUND[language], { agents });
      const searched = { query: frame.asked, source_types: null, min_evidence_level: null };
      const abstained = { reason: 'nothing-found' as const, searched };
      return { outcome: 'done' as const, writes: { draft, abstained, follow_up_questions: [] } };
    },
  });
}
