import type { Bilingual } from '../src/domain/language.ts';

export const PATIENT_HEADING = {
  heading: { en: 'Patient', vi: 'Bệnh nhân' },
  unknown: { en: 'sex and age not recorded', vi: 'chưa ghi giới tính và tuổi' },
} as const;

/** What was not said is shown as such: nobody approves a route that Galen made up. */
export const NO_ROUTE: Bilingual = { en: 'route not stated', vi: 'chưa nêu đường dùng' };

export const NO_PATIENT: Bilingual = { en: 'There is no such patient.', vi: 'Không có người bệnh này.' };

/** Every word of a summary that is not the chart's own. "None recorded" is never told as "none". */
export const SUMMARY_WORDS = {
  patient: { en: 'Patient', vi: 'Bệnh nhân' },
  state: { en: 'Attention', vi: 'Chú ý' },
  born: { en: 'born', vi: 'sinh' },
  allergies: { en: 'Allergies', vi: 'Dị ứng' },
  problems: { en: 'Problems', vi: 'Bệnh hiện tại' },
  pastProblems: { en: 'Past problems', vi: 'Bệnh đã qua' },
  medications: { en: 'Current medication', vi: 'Thuốc đang dùng' },
  pastMedications: { en: 'Past medication', vi: 'Thuốc đã ngừng' },
  labs: { en: 'Laboratory', vi: 'Xét nghiệm' },
  vitals: { en: 'Vital signs', vi: 'Sinh hiệu' },
  findings: { en: 'Other findings', vi: 'Ghi nhận khác' },
  notes: { en: 'Latest notes', vi: 'Ghi chú gần nhất' },
  remarks: { en: 'Remarks', vi: 'Lưu ý' },
  noneRecorded: { en: 'none recorded', vi: 'chưa có ghi nhận' },
  noAllergyRecorded: {
    en: 'none recorded (which does not mean that there is none)',
    vi: 'chưa có ghi nhận (không có nghĩa là bệnh nhân không dị ứng)',
  },
  statedNone: { en: 'stated in the chart', vi: 'được ghi rõ trong hồ sơ' },
  statusUnknown: { en: 'status not recorded', vi: 'chưa ghi tình trạng' },
  since: { en: 'since', vi: 'từ' },
  until: { en: 'until', vi: 'đến' },
  ordered: { en: 'ordered', vi: 'kê ngày' },
  undated: { en: 'undated', vi: 'không rõ ngày' },
  computed: { en: 'computed from creatinine, not measured', vi: 'tính từ creatinin, không phải đo' },
  preliminary: { en: 'not final', vi: 'chưa phải kết quả cuối' },
  criticality: {
    high: { en: 'high risk', vi: 'nguy cơ cao' },
    low: { en: 'low risk', vi: 'nguy cơ thấp' },
  },
  flags: {
    low: { en: 'low', vi: 'thấp' },
    high: { en: 'high', vi: 'cao' },
    normal: { en: 'normal', vi: 'bình thường' },
    abnormal: { en: 'abnormal', vi: 'bất thường' },
  },
  trends: {
    rising: { en: 'rising', vi: 'tăng' },
    falling: { en: 'falling', vi: 'giảm' },
    steady: { en: 'steady', vi: 'ổn định' },
  },
  before: { en: 'before', vi: 'trước đó' },
  severities: {
    mild: { en: 'mild', vi: 'nhẹ' },
    moderate: { en: 'moderate', vi: 'vừa' },
    severe: { en: 'severe', vi: 'nặng' },
  },
  statuses: {
    'on-hold': { en: 'on hold', vi: 'tạm ngừng' },
    stopped: { en: 'stopped', vi: 'đã ngừng' },
    completed: { en: 'completed', vi: 'đã xong' },
    cancelled: { en: 'cancelled', vi: 'đã hủy' },
    draft: { en: 'draft', vi: 'bản nháp' },
    unknown: { en: 'unknown', vi: 'không rõ' },
    recurrence: { en: 'recurrence', vi: 'tái diễn' },
    relapse: { en: 'relapse', vi: 'tái phát' },
    inactive: { en: 'inactive', vi: 'không hoạt động' },
    remission: { en: 'remission', vi: 'thuyên giảm' },
    resolved: { en: 'resolved', vi: 'đã khỏi' },
    unconfirmed: { en: 'unconfirmed', vi: 'chưa xác nhận' },
    provisional: { en: 'provisional', vi: 'tạm thời' },
    differential: { en: 'differential', vi: 'chẩn đoán phân biệt' },
  },
  genders: {
    female: { en: 'female', vi: 'nữ' },
    male: { en: 'male', vi: 'nam' },
    other: { en: 'other', vi: 'giới khác' },
    unknown: { en: 'sex not known', vi: 'chưa rõ giới tính' },
  },
  genderMissing: { en: 'sex not recorded', vi: 'chưa ghi giới tính' },
  birthMissing: { en: 'birth date not recorded', vi: 'chưa ghi ngày sinh' },
  incomplete: { en: 'Not all entries were read', vi: 'Chưa đọc hết các mục' },
  noEgfr: { en: 'No eGFR was computed', vi: 'Không tính eGFR' },
  egfrReasons: {
    child: { en: 'the equation does not hold for children', vi: 'công thức không dùng cho trẻ em' },
    pregnancy: { en: 'the equation does not hold in pregnancy', vi: 'công thức không dùng khi mang thai' },
    sex: { en: 'the sex is not recorded as female or male', vi: 'giới tính không được ghi là nữ hoặc nam' },
    'birth-date': { en: 'the birth date is not recorded', vi: 'chưa ghi ngày sinh' },
    unit: { en: 'the unit of the creatinine is not known', vi: 'không rõ đơn vị của creatinin' },
  },
} as const;

/** What an answer to a question about a chart says besides the chart's own words. */
export const CHART_ANSWERS = {
  reference: { en: 'reference {range}', vi: 'tham chiếu {range}' },
  none: {
    en: '{name}: none recorded; the chart has measurements from {from} to {to}',
    vi: '{name}: chưa có ghi nhận; hồ sơ có kết quả từ {from} đến {to}',
  },
  nothing: {
    en: '{name}: none recorded; the chart has no measurements at all',
    vi: '{name}: chưa có ghi nhận; hồ sơ chưa có kết quả đo hay xét nghiệm nào',
  },
  noneThen: {
    en: '{name}: none recorded from {from} to {to}; the latest in the chart is {latest}',
    vi: '{name}: chưa có ghi nhận từ {from} đến {to}; gần nhất trong hồ sơ là {latest}',
  },
  noneAtVisit: {
    en: '{name}: none recorded at the last visit ({from}); the latest in the chart is {latest}',
    vi: '{name}: chưa có ghi nhận ở lần khám gần nhất ({from}); gần nhất trong hồ sơ là {latest}',
  },
  over: {
    en: '{latest}; {count} values from {from} to {to}, between {low} and {high}',
    vi: '{latest}; {count} kết quả từ {from} đến {to}, trong khoảng {low} đến {high}',
  },
  overWords: {
    en: '{latest}; {count} values from {from} to {to}',
    vi: '{latest}; {count} kết quả từ {from} đến {to}',
  },
  newest: { en: '{line} (the newest {shown} are listed)', vi: '{line} (liệt kê {shown} kết quả mới nhất)' },
  date: { en: 'Date', vi: 'Ngày' },
  visit: { en: 'Last visit', vi: 'Lần khám gần nhất' },
  notTaken: {
    en: '{drug}: not in the recorded medication; {list}',
    vi: '{drug}: không có trong danh sách thuốc đã ghi; {list}',
  },
  notAllergic: {
    en: '{drug}: not among the recorded allergies, which does not mean that there is none; {list}',
    vi: '{drug}: không có trong các dị ứng đã ghi, điều này không có nghĩa là không dị ứng; {list}',
  },
} as const;

export const AGE_UNITS: Readonly<Record<'years' | 'months', Bilingual>> = {
  years: { en: 'years', vi: 'tuổi' },
  months: { en: 'months', vi: 'tháng tuổi' },
};

export const GENDER_NAMES: Readonly<Record<string, Bilingual>> = {
  female: { en: 'female', vi: 'nữ' },
  male: { en: 'male', vi: 'nam' },
};

/** Of whom nothing is ordered any more, without and with what the chart says of it. */
export const PATIENT_STATES = {
  deceased: {
    bare: { en: 'The chart says that this patient has died.', vi: 'Hồ sơ ghi người bệnh đã tử vong.' },
    detailed: {
      en: 'The chart says that this patient died on {detail}.',
      vi: 'Hồ sơ ghi người bệnh đã tử vong ngày {detail}.',
    },
  },
  merged: {
    bare: {
      en: 'This record was merged into another one: open that one instead.',
      vi: 'Hồ sơ này đã được gộp vào hồ sơ khác: hãy mở hồ sơ đó.',
    },
    detailed: {
      en: 'This record was merged into another one, {detail}: open that one instead.',
      vi: 'Hồ sơ này đã được gộp vào hồ sơ khác, {detail}: hãy mở hồ sơ đó.',
    },
  },
  inactive: {
    bare: { en: 'This record is not in use any more.', vi: 'Hồ sơ này không còn được sử dụng.' },
    detailed: { en: 'This record is not in use any more.', vi: 'Hồ sơ này không còn được sử dụng.' },
  },
} as const;

export const NOTHING_FOR_THEM: Bilingual = {
  en: '{state} Nothing is ordered or recorded for them here.',
  vi: '{state} Không thể ra y lệnh hay ghi thêm ở đây.',
};

export const IDENTITY_WORDS = {
  born: { en: 'born {day}', vi: 'sinh ngày {day}' },
  noBirthDate: { en: 'birth date not recorded', vi: 'chưa ghi ngày sinh' },
} as const;

export function prescribeFor(patient: string, order: string): Bilingual {
  return { en: `Prescribe for ${patient}: ${order}`, vi: `Kê đơn cho ${patient}: ${order}` };
}

export function recordAllergyOf(patient: string, allergy: string): Bilingual {
  return { en: `Record an allergy of ${patient}: ${allergy}`, vi: `Ghi dị ứng cho ${patient}: ${allergy}` };
}

export function saveNoteFor(patient: string, title: string): Bilingual {
  return { en: `Save a note for ${patient}: ${title}`, vi: `Lưu ghi chú cho ${patient}: ${title}` };
}

export const CHANGE_SUMMARIES = {
  stop: { en: 'Stop for {patient}: {order}', vi: 'Ngừng cho {patient}: {order}' },
  hold: { en: 'Hold for {patient}: {order}', vi: 'Tạm ngừng cho {patient}: {order}' },
  resume: { en: 'Resume for {patient}: {order}', vi: 'Dùng lại cho {patient}: {order}' },
  change: { en: 'Change for {patient}: {order}', vi: 'Đổi cho {patient}: {order}' },
} as const;

/** Why an order cannot be changed as it was asked. */
export const CHANGE_PROBLEMS = {
  absent: {
    en: 'no order of {drug} on the chart can be meant; its orders are: {orders}',
    vi: 'trong bệnh án không có y lệnh {drug} phù hợp; các y lệnh hiện có: {orders}',
  },
  several: {
    en: 'more than one order of {drug} may be meant: {orders}',
    vi: 'có nhiều y lệnh {drug} có thể được nhắc đến: {orders}',
  },
  uncomputable: {
    en: 'the new dose cannot be computed from what the chart says ({orders}); say which dose it is to be',
    vi: 'không tính được liều mới từ bệnh án ({orders}); xin nêu liều mới',
  },
  unreadable: {
    en: 'what the chart says ({orders}) cannot be taken apart; say dose and frequency anew',
    vi: 'không tách được nội dung trong bệnh án ({orders}); xin nêu lại liều và số lần dùng',
  },
  contrary: {
    en: 'the chart says {orders}, which the new dose would change the other way',
    vi: 'bệnh án ghi {orders}; liều mới lại đi ngược với yêu cầu tăng hoặc giảm',
  },
  same: {
    en: 'the chart says so already: {orders}',
    vi: 'bệnh án đã ghi như vậy: {orders}',
  },
} as const;

export const NO_ORDERS: Bilingual = { en: 'none', vi: 'không có' };
