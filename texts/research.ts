import type { Bilingual, Language } from '../src/domain/language.ts';

/** Said where it is so: two columns of separate studies look like a comparison that nobody made. */
export const NOT_COMPARED: Bilingual = {
  en: 'The columns come from separate sources: none of those cited compares them directly.',
  vi: 'Mỗi cột lấy từ nguồn riêng: không nguồn nào được dẫn so sánh trực tiếp với nhau.',
};

/** Two sources of different years are not yet a change. */
export const NOT_A_CHANGE: Bilingual = {
  en: 'This is what sources of each period say: none of those cited itself states what changed.',
  vi: 'Đây là điều các nguồn của từng thời kỳ nói: không nguồn nào được dẫn nêu rõ điều gì đã thay đổi.',
};

export const BEFORE_YEAR: Bilingual = { en: 'Before: until {to}', vi: 'Trước: đến năm {to}' };

export const AFTER_YEAR_TO: Bilingual = { en: 'After: {from} to {to}', vi: 'Sau: từ năm {from} đến {to}' };

export const AFTER_YEAR: Bilingual = { en: 'After: since {from}', vi: 'Sau: từ năm {from}' };

export const TOPIC_UNTIL: Bilingual = { en: '{topic} until {year}', vi: '{topic} đến năm {year}' };

export const TOPIC_FROM: Bilingual = { en: '{topic} from {year}', vi: '{topic} từ năm {year}' };

/** The parts of care that a protocol is made of, where the question names none. */
export const CARE_STAGES: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Initial assessment and diagnosis of {topic}',
    'Immediate interventions for {topic}',
    'Post-intervention monitoring of {topic}',
  ],
  vi: [
    'Đánh giá ban đầu và chẩn đoán {topic}',
    'Xử trí ngay và điều trị {topic}',
    'Theo dõi sau điều trị {topic}',
  ],
};

export const PARTS_NOT_FOUND: Bilingual = {
  en: 'No clear answer was found for: {parts}.',
  vi: 'Chưa tìm thấy câu trả lời rõ ràng cho: {parts}.',
};

export const PART_OF_QUESTION: Bilingual = { en: 'part {n} of the question', vi: 'phần {n} của câu hỏi' };
