import type { Audience } from '../../../src/domain/access.ts';
import type { Language } from '../../../src/domain/language.ts';

/** Questions that fit the person, answerable from the sample knowledge. */
export const EXAMPLES: Readonly<Record<Audience, Readonly<Record<Language, readonly string[]>>>> = {
  patient: {
    en: [
      'What are the side effects of metformin?',
      'How should my child with diarrhoea be treated at home?',
      'Does fluoride toothpaste prevent tooth decay?',
    ],
    vi: [
      'Metformin có tác dụng phụ gì?',
      'Trẻ bị tiêu chảy cần được điều trị thế nào tại nhà?',
      'Dấu hiệu cảnh báo của sốt xuất huyết là gì?',
    ],
  },
  clinician: {
    en: [
      'What is the dose of adrenaline for anaphylaxis in adults?',
      'Does dapagliflozin slow the decline of kidney function in chronic kidney disease?',
      'When should antibiotics be started in sepsis?',
    ],
    vi: [
      'Điều trị tăng huyết áp thai kỳ như thế nào?',
      'Dapagliflozin có làm chậm suy giảm chức năng thận không?',
      'Khi nào bắt đầu kháng sinh trong nhiễm khuẩn huyết?',
    ],
  },
  researcher: {
    en: [
      'Compare dapagliflozin and empagliflozin in chronic kidney disease',
      'Does aspirin prevent pre-eclampsia?',
      'What did the SPRINT trial find about intensive blood pressure control?',
    ],
    vi: [
      'Thử nghiệm SPRINT cho thấy gì về kiểm soát huyết áp tích cực?',
      'Aspirin có phòng ngừa tiền sản giật không?',
      'Tầm soát lao cộng đồng ở Việt Nam có hiệu quả không?',
    ],
  },
  staff: {
    en: [
      'What are the visiting hours?',
      'What are the core values of the hospital?',
      'When is the canteen open?',
    ],
    vi: [
      'Giờ thăm bệnh là khi nào?',
      'Bốn giá trị cốt lõi của bệnh viện là gì?',
      'Tôi có bao nhiêu ngày nghỉ phép năm?',
    ],
  },
  admin: {
    en: [
      'What are the side effects of metformin?',
      'How many days of annual leave do employees have?',
      'Does aspirin prevent pre-eclampsia?',
    ],
    vi: [
      'Metformin có tác dụng phụ gì?',
      'Nhân viên có bao nhiêu ngày nghỉ phép năm?',
      'Aspirin có phòng ngừa tiền sản giật không?',
    ],
  },
};
