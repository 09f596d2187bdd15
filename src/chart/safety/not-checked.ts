import type { SafetyFinding } from '../../domain/approval.ts';
import type { Language } from '../../domain/language.ts';
import { say } from './say.ts';

/** Ends every list of findings of a prescription: what no check looks at, so that a short list is not taken for a yes. */
export function notChecked(language: Language): SafetyFinding {
  const message = {
    en: 'Not checked at all: whether the drug is right for what it is for, diseases and pairs of drugs that the tables do not hold, liver function and other laboratory values (but eGFR, potassium and sodium), levels, ECG, over-the-counter and herbal medicines, and what notes say.',
    vi: 'Hoàn toàn chưa kiểm tra: chỉ định có phù hợp không, các bệnh và cặp thuốc không có trong bảng dữ liệu, chức năng gan và các xét nghiệm khác (ngoài eGFR, kali, natri), nồng độ thuốc, điện tâm đồ, thuốc không kê đơn và dược liệu, và nội dung ghi chú.',
  };
  return { check: 'missing-data', severity: 'info', message: say(language, message), evidence: [] };
}
