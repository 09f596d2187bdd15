import type { Bilingual } from '../src/domain/language.ts';

/** What each CDS service is called and does, as an EHR's administrator reads it. */
export const CDS_SERVICES = {
  'patient-view': {
    title: { en: 'Galen: grave risks in the chart', vi: 'Galen: nguy cơ nghiêm trọng trong hồ sơ' },
    description: {
      en: 'Grave interactions, allergies and contraindications among the medicines that a patient takes; silent where there is none.',
      vi: 'Tương tác nghiêm trọng, dị ứng và chống chỉ định giữa các thuốc người bệnh đang dùng; không hiển thị gì nếu không có.',
    },
  },
  'order-select': {
    title: { en: 'Galen: check of a selected order', vi: 'Galen: kiểm tra y lệnh vừa chọn' },
    description: {
      en: 'Checks a selected prescription against allergies, other medicines and orders, conditions, kidney function, pregnancy, age and dose.',
      vi: 'Kiểm tra y lệnh thuốc vừa chọn theo dị ứng, thuốc và y lệnh khác, bệnh lý, chức năng thận, thai kỳ, tuổi và liều.',
    },
  },
  'order-sign': {
    title: { en: 'Galen: check before signing', vi: 'Galen: kiểm tra trước khi ký' },
    description: {
      en: 'Checks every prescription that is about to be signed, against the chart and against each other.',
      vi: 'Kiểm tra mọi y lệnh thuốc sắp ký, theo hồ sơ và với nhau.',
    },
  },
} as const;

/** Why a clinician goes on in spite of a grave finding. */
export const OVERRIDE_REASONS = {
  'benefit-outweighs-risk': { en: 'The benefit outweighs the risk', vi: 'Lợi ích lớn hơn nguy cơ' },
  'will-monitor': { en: 'The patient will be monitored', vi: 'Người bệnh sẽ được theo dõi' },
  'tolerated-before': { en: 'Taken before and tolerated', vi: 'Đã dùng trước đây và dung nạp được' },
  'no-alternative': { en: 'There is no suitable alternative', vi: 'Không có lựa chọn thay thế phù hợp' },
  'chart-outdated': { en: 'The chart is outdated or wrong', vi: 'Hồ sơ đã cũ hoặc sai' },
} as const;

export const CARD_WORDS = {
  sources: { en: 'Sources', vi: 'Nguồn' },
  unchecked: { en: 'not everything could be checked', vi: 'chưa kiểm tra được hết' },
  openChart: { en: 'Open the chart in Galen', vi: 'Mở hồ sơ trong Galen' },
} as const;

/** What the browser shows between the sign-in of the EHR and the page. */
export const LAUNCHED: Bilingual = { en: 'Open Galen', vi: 'Mở Galen' };
