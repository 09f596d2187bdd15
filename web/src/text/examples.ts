import type { Audience } from '../../../src/domain/access.ts';
import type { Asker } from '../../../src/domain/ask.ts';
import type { Language } from '../../../src/domain/language.ts';

type Examples = Readonly<Record<Language, readonly string[]>>;

/** Questions that fit the person's role, or else whom they belong to. At the desk everyone asks as one of the staff. */
export function examplesFor(asker: Asker | null, language: Language, isDesk = false): readonly string[] {
  const { role = '', audience = 'patient' } = asker?.principal ?? {};
  return (BY_ROLE[role] ?? BY_AUDIENCE[isDesk ? 'staff' : audience])[language];
}

/** Where a role has documents of its own; answerable from the sample knowledge. */
export const BY_ROLE: Readonly<Record<string, Examples>> = {
  'staff-general': {
    en: [
      'What are the visiting hours?',
      'When is the canteen open?',
      'What are the core values of the hospital?',
    ],
    vi: ['Giờ thăm bệnh là khi nào?', 'Nhà ăn mở cửa lúc nào?', 'Bốn giá trị cốt lõi của bệnh viện là gì?'],
  },
  'staff-hr': {
    en: [
      'How many days of annual leave do employees have?',
      'How is overtime paid?',
      'How long is the probation period?',
    ],
    vi: [
      'Nhân viên có bao nhiêu ngày nghỉ phép năm?',
      'Làm thêm giờ được trả lương thế nào?',
      'Thời gian thử việc là bao lâu?',
    ],
  },
  'staff-it': {
    en: [
      'How long must a password be?',
      'How long are system logs kept?',
      'What must I do with a suspected phishing email?',
    ],
    vi: [
      'Mật khẩu phải dài bao nhiêu ký tự?',
      'Nhật ký hệ thống được lưu giữ bao lâu?',
      'Làm gì khi bệnh án điện tử ngừng hoạt động?',
    ],
  },
};

/** Whom the others belong to; answerable from the sample knowledge. */
export const BY_AUDIENCE: Readonly<Record<Audience, Examples>> = {
  patient: {
    en: [
      'What are the side effects of metformin?',
      'How should my child with diarrhoea be treated at home?',
      'Does brushing with fluoride toothpaste reduce tooth decay?',
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
      'Does aspirin prevent pre-eclampsia?',
      'When should antibiotics be started in sepsis?',
    ],
    vi: [
      'Thuốc hạ áp nào được lựa chọn đầu tiên trong thai kỳ?',
      'Phòng tiền sản giật dùng aspirin liều bao nhiêu?',
      'Sốc nhiễm khuẩn cần dùng kháng sinh trong vòng bao lâu?',
    ],
  },
  researcher: {
    en: [
      'Compare dapagliflozin and empagliflozin in chronic kidney disease',
      'Does aspirin prevent pre-eclampsia?',
      'Did intensive blood pressure control reduce deaths in SPRINT?',
    ],
    vi: [
      'Kiểm soát huyết áp tích cực trong SPRINT có giảm tử vong không?',
      'Phòng tiền sản giật dùng aspirin liều bao nhiêu?',
      'Tầm soát lao cộng đồng ở Việt Nam có hiệu quả không?',
    ],
  },
  staff: {
    en: [
      'What are the visiting hours?',
      'What are the core values of the hospital?',
      'When is the canteen open?',
    ],
    vi: ['Giờ thăm bệnh là khi nào?', 'Bốn giá trị cốt lõi của bệnh viện là gì?', 'Nhà ăn mở cửa lúc nào?'],
  },
  admin: {
    en: [
      'What are the side effects of metformin?',
      'When should antibiotics be started in sepsis?',
      'Does aspirin prevent pre-eclampsia?',
    ],
    vi: [
      'Metformin có tác dụng phụ gì?',
      'Sốc nhiễm khuẩn cần dùng kháng sinh trong vòng bao lâu?',
      'Phòng tiền sản giật dùng aspirin liều bao nhiêu?',
    ],
  },
};
