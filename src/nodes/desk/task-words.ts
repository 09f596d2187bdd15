import type { DeskToolName } from '../../domain/desk-agents.ts';
import type { Bilingual } from '../../domain/language.ts';

/** What each tool is used for, and what it is told to do, as the asker sees it: in the words of what was asked. */
export const TASK_WORDS: Readonly<Record<DeskToolName, { purpose: Bilingual; message: Bilingual }>> = {
  rag_tool: {
    purpose: {
      en: 'Find what the documents of {agent} say about “{topic}”',
      vi: 'Tìm kiếm và thu thập thông tin về “{topic}” trong tài liệu của {agent}',
    },
    message: { en: 'Search: {query}', vi: 'Tìm kiếm: {query}' },
  },
  log_tool: {
    purpose: {
      en: 'Look “{topic}” up in the operational logs',
      vi: 'Tra cứu “{topic}” trong nhật ký vận hành',
    },
    message: { en: 'Search the logs: {query}', vi: 'Tra cứu nhật ký: {query}' },
  },
  summary_tool: {
    purpose: {
      en: 'Sum up what {agent} found on “{topic}”',
      vi: 'Phân tích và tóm tắt những gì {agent} đã tìm được về “{topic}”',
    },
    message: { en: 'Sum up: {query}', vi: 'Tóm tắt: {query}' },
  },
  math_tool: {
    purpose: {
      en: 'Calculate “{topic}” from the figures that {agent} found',
      vi: 'Tính toán “{topic}” dựa trên số liệu mà {agent} đã tìm được',
    },
    message: { en: 'Calculate: {query}', vi: 'Tính toán: {query}' },
  },
};

export const GATHERING: { purpose: Bilingual; message: Bilingual } = {
  purpose: { en: 'Put together what the agents found', vi: 'Tổng hợp kết quả của các phòng' },
  message: { en: 'Put together and answer the question', vi: 'Tổng hợp và phản hồi câu hỏi' },
};

/** How contradictions will be settled, told with the plan. */
export const CONFLICT_POLICY: Bilingual = {
  en: 'Compare what the agents say; prefer the department that owns the subject, then the newer document, then the scope order of the department, then clearly higher relevance; otherwise show both',
  vi: 'So sánh kết quả giữa các phòng; ưu tiên phòng phụ trách nội dung, rồi văn bản mới hơn, rồi phạm vi theo thứ tự của phòng, rồi độ liên quan cao hơn rõ rệt; nếu không thì nêu cả hai',
};
