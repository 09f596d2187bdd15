import type { Bilingual, Sentences } from '../src/domain/language.ts';

const PER = {
  single: { en: 'a dose', vi: 'mỗi lần' },
  daily: { en: 'a day', vi: 'mỗi ngày' },
  hourly: { en: 'an hour', vi: 'mỗi giờ' },
} satisfies Sentences;
const UNITS = {
  mg: { en: 'mg', vi: 'mg' },
  units: { en: 'units', vi: 'đơn vị' },
  mmol: { en: 'mmol', vi: 'mmol' },
} satisfies Sentences;
type DoseUnit = keyof typeof UNITS;

export const INTERVALS = {
  'three-daily': { en: 'every three days', vi: 'mỗi ba ngày' },
  weekly: { en: 'once a week', vi: 'mỗi tuần một lần' },
  fortnightly: { en: 'every two weeks', vi: 'mỗi hai tuần' },
  monthly: { en: 'once a month', vi: 'mỗi tháng một lần' },
  'six-monthly': { en: 'every six months', vi: 'mỗi sáu tháng' },
  yearly: { en: 'once a year', vi: 'mỗi năm một lần' },
} satisfies Sentences;
type Interval = keyof typeof INTERVALS;

export const ROUTE_NAMES = {
  oral: { en: 'by mouth', vi: 'đường uống' },
  iv: { en: 'into a vein', vi: 'đường tĩnh mạch' },
  im: { en: 'into a muscle', vi: 'tiêm bắp' },
  sc: { en: 'under the skin', vi: 'tiêm dưới da' },
  inhaled: { en: 'inhaled', vi: 'đường hít' },
  transdermal: { en: 'as a patch', vi: 'miếng dán' },
  sublingual: { en: 'under the tongue', vi: 'ngậm dưới lưỡi' },
  rectal: { en: 'rectally', vi: 'đường trực tràng' },
  intrathecal: { en: 'intrathecally', vi: 'tiêm nội tủy' },
  epidural: { en: 'epidurally', vi: 'ngoài màng cứng' },
  nasal: { en: 'into the nose', vi: 'đường mũi' },
  vaginal: { en: 'vaginally', vi: 'đường âm đạo' },
  eye: { en: 'into the eye', vi: 'nhỏ mắt' },
  topical: { en: 'on the skin', vi: 'bôi ngoài da' },
} satisfies Sentences;
type Route = keyof typeof ROUTE_NAMES;

export const NO_RANGE: Bilingual = {
  en: 'The tables hold no usual dose of this drug by this route: the dose was not checked.',
  vi: 'Bảng dữ liệu không có liều thường dùng của thuốc theo đường này: chưa kiểm tra liều.',
};
export const UNREADABLE: Bilingual = {
  en: 'The dose could not be read as an amount and how often: it was not checked whole.',
  vi: 'Không đọc được liều thành lượng và số lần dùng: chưa kiểm tra liều đầy đủ.',
};
export const NO_CHILD_RANGE: Bilingual = {
  en: 'The tables hold no dose of this drug for children: the dose was not checked.',
  vi: 'Bảng dữ liệu không có liều trẻ em của thuốc này: chưa kiểm tra liều.',
};
export const NO_AGE: Bilingual = {
  en: 'The patient’s age is not known, and children are dosed differently: the dose was not checked.',
  vi: 'Chưa biết tuổi người bệnh, mà liều trẻ em thì khác: chưa kiểm tra liều.',
};
export const OLD_WEIGHT: Bilingual = {
  en: 'The child’s recorded weight is more than 6 months old: weigh the child again before dosing by it.',
  vi: 'Cân nặng của trẻ trong hồ sơ đã quá 6 tháng: hãy cân lại trước khi tính liều.',
};
export const NO_WEIGHT: Bilingual = {
  en: 'The child’s weight is not recorded: the dose was not checked.',
  vi: 'Hồ sơ chưa có cân nặng của trẻ: chưa kiểm tra liều.',
};
export const NO_WEIGHT_OF_ADULT: Bilingual = {
  en: 'The limit of this dose depends on the body weight, which is not recorded: it was not checked by weight.',
  vi: 'Giới hạn liều này phụ thuộc cân nặng, mà hồ sơ chưa ghi: chưa kiểm tra theo cân nặng.',
};
export const NO_WEIGHT_FOR_KG: Bilingual = {
  en: 'The dose is given per kilogram, and no weight is recorded: it was not checked.',
  vi: 'Liều tính theo cân nặng nhưng hồ sơ chưa có cân nặng: chưa kiểm tra liều.',
};

export function routeGuessed(route: Route): Bilingual {
  const { en, vi } = ROUTE_NAMES[route];
  return {
    en: `The route is not stated, and doses differ by route: the dose was checked as ${en}.`,
    vi: `Chưa nêu đường dùng, mà liều khác nhau theo đường dùng: đã kiểm tra như ${vi}.`,
  };
}

export function otherUnit(given: DoseUnit, known: DoseUnit): Bilingual {
  return {
    en: `The dose is written in ${UNITS[given].en}, but this drug is dosed in ${UNITS[known].en}: it was not checked.`,
    vi: `Liều ghi bằng ${UNITS[given].vi}, nhưng thuốc này tính bằng ${UNITS[known].vi}: chưa kiểm tra liều.`,
  };
}

export function noInterval(interval: Interval): Bilingual {
  const { en, vi } = INTERVALS[interval];
  return {
    en: `This drug is given ${en}, and how often it is to be given could not be read.`,
    vi: `Thuốc này dùng ${vi}, nhưng không đọc được khoảng cách dùng.`,
  };
}

export function tooOften(interval: Interval): Bilingual {
  const { en, vi } = INTERVALS[interval];
  return {
    en: `This dose is given ${en}; the prescription has it more often.`,
    vi: `Liều này dùng ${vi}; đơn ghi dùng thường xuyên hơn.`,
  };
}

interface Limit {
  kind: keyof typeof PER;
  most: number;
  /** Why it is not the limit of everybody. */
  because?: Bilingual;
}

export function above(given: number, { kind, most, because }: Limit, unit: DoseUnit): Bilingual {
  const of = (amount: number) => amountOf(amount, unit, kind);
  return {
    en: `${of(given).en} is above the usual maximum of ${of(most).en}${because ? ` (${because.en})` : ''}.`,
    vi: `${of(given).vi} vượt mức tối đa thường dùng ${of(most).vi}${because ? ` (${because.vi})` : ''}.`,
  };
}

export function aboveByKg(given: number, most: number, unit: DoseUnit): Bilingual {
  const of = (amount: number) => amountOf(amount, unit, 'daily', '/kg');
  return {
    en: `${of(given).en} is above the usual maximum of ${of(most).en}.`,
    vi: `${of(given).vi} vượt mức tối đa thường dùng ${of(most).vi}.`,
  };
}

export function below(given: number, least: number, unit: DoseUnit, per: '' | '/kg' = ''): Bilingual {
  const of = (amount: number) => amountOf(amount, unit, 'daily', per);
  return {
    en: `${of(given).en} is below the usual minimum of ${of(least).en}.`,
    vi: `${of(given).vi} thấp hơn mức tối thiểu thường dùng ${of(least).vi}.`,
  };
}

function amountOf(amount: number, unit: DoseUnit, kind: Limit['kind'], per = ''): Bilingual {
  return {
    en: `${amount} ${UNITS[unit].en}${per} ${PER[kind].en}`,
    vi: `${amount} ${UNITS[unit].vi}${per} ${PER[kind].vi}`,
  };
}
