import type { Sentences } from '../src/domain/language.ts';

/** How a source is described behind its title. */
export const SOURCE_WORDS = {
  summaryOf: { en: "Galen's summary of {of}", vi: 'Bản tóm tắt của Galen về {of}' },
  fictional: { en: 'fictional document', vi: 'tài liệu hư cấu' },
  yearUnknown: { en: 'year unknown', vi: 'không rõ năm' },
} as const;

export const ANSWER_WORDS = {
  sources: { en: 'Sources', vi: 'Nguồn' },
  page: { en: 'p.', vi: 'tr.' },
  confidence: { en: 'Confidence', vi: 'Độ tin cậy' },
  next: { en: 'You could ask next', vi: 'Có thể hỏi tiếp' },
  conversation: { en: 'Conversation', vi: 'Cuộc trò chuyện' },
} as const;

export const CONFIDENCE_NAMES = {
  high: { en: 'high', vi: 'cao' },
  medium: { en: 'medium', vi: 'trung bình' },
  low: { en: 'low', vi: 'thấp' },
} satisfies Sentences;

export const EVIDENCE_NAMES = {
  systematic_review: { en: 'systematic review', vi: 'tổng quan hệ thống' },
  meta_analysis: { en: 'meta-analysis', vi: 'phân tích gộp' },
  rct: { en: 'randomised trial', vi: 'thử nghiệm ngẫu nhiên' },
  clinical_guideline: { en: 'guideline', vi: 'hướng dẫn lâm sàng' },
  cohort_study: { en: 'cohort study', vi: 'nghiên cứu thuần tập' },
  case_report: { en: 'case report', vi: 'báo cáo ca bệnh' },
  expert_opinion: { en: 'expert opinion', vi: 'ý kiến chuyên gia' },
} satisfies Sentences;

export const COMPARISON_WORDS = {
  latency: { en: 'Time (ms)', vi: 'Thời gian (ms)' },
  confidence: { en: 'Confidence', vi: 'Độ tin cậy' },
  sources: { en: 'Documents cited', vi: 'Số tài liệu dẫn' },
  calls: { en: 'Model calls', vi: 'Số lần gọi mô hình' },
  agreement: { en: 'Agreement', vi: 'Mức đồng thuận' },
  shared: { en: 'Cited by both', vi: 'Cả hai cùng dẫn' },
  onlyEvidence: { en: 'Only by evidence', vi: 'Chỉ evidence dẫn' },
  onlyResearch: { en: 'Only by research', vi: 'Chỉ research dẫn' },
  quotes: { en: 'Sentences both rest on', vi: 'Câu mà cả hai dựa vào' },
  numbers: { en: 'Figures that differ', vi: 'Con số khác nhau' },
  none: { en: 'none', vi: 'không có' },
} as const;
