import type { Bilingual, Sentences } from '../src/domain/language.ts';

/** What each severity is called. */
export const SEVERITY_WORDS = {
  contraindicated: { en: 'contraindicated', vi: 'chống chỉ định' },
  major: { en: 'major', vi: 'nghiêm trọng' },
  moderate: { en: 'moderate', vi: 'trung bình' },
  unknown: { en: 'not checked', vi: 'chưa kiểm tra được' },
  info: { en: 'note', vi: 'lưu ý' },
} satisfies Sentences;

/** The interaction table as documents that are searched and quoted. */
export const INTERACTIONS_TITLE: Bilingual = {
  en: '{drug}: interactions with other medicines',
  vi: '{drug}: tương tác với các thuốc khác',
};

export const INTERACTION_LINE: Bilingual = {
  en: '{a} together with {b}, {severity}: {effect}; {action}.',
  vi: '{a} dùng chung với {b}, {severity}: {effect}; {action}.',
};

/** A drug, and a class with some of its members, by the everyday name that a patient may know instead. */
export const INTERACTION_DRUG: Bilingual = { en: '{drug} (one of the {plain})', vi: '{drug} ({plain})' };
export const INTERACTION_CLASS: Bilingual = {
  en: '{name} ({plain}, such as {members})',
  vi: '{name} ({plain}, như {members})',
};

export const INTERACTION_AND: Bilingual = { en: ' and with ', vi: ' và với ' };
export const INTERACTION_OR: Bilingual = { en: ' or ', vi: ' hoặc ' };

export const INTERACTIONS_JOURNAL: Bilingual = {
  en: "Galen's interaction table, after the sources named",
  vi: 'Bảng tương tác thuốc của Galen, theo các nguồn đã nêu',
};

export const NO_ALLERGIES_RECORDED: Bilingual = {
  en: 'No allergies are recorded, which does not mean that there are none: ask the patient.',
  vi: 'Chưa ghi nhận dị ứng nào, điều này không có nghĩa là không có: hãy hỏi người bệnh.',
};

export function allergyExplained(allergy: string, explanation: Bilingual): Bilingual {
  return {
    en: `Allergy to ${allergy} is recorded. ${explanation.en}`,
    vi: `Hồ sơ ghi dị ứng ${allergy}. ${explanation.vi}`,
  };
}

export function allergyRecorded(allergy: string): Bilingual {
  return {
    en: `The chart records an allergy to ${allergy}.`,
    vi: `Hồ sơ ghi dị ứng với ${allergy}.`,
  };
}

export function allergyUnread(allergy: string): Bilingual {
  return {
    en: `The tables cannot read the recorded allergy "${allergy}": it was not checked.`,
    vi: `Bảng dữ liệu không đọc được dị ứng đã ghi "${allergy}": chưa kiểm tra được.`,
  };
}

export const IN_THE_PAST: Bilingual = { en: ' (in the past)', vi: ' (trước đây)' };

export function egfrBelow(
  value: number,
  day: string,
  isComputed: boolean,
  threshold: number,
  advice: Bilingual,
): Bilingual {
  return {
    en: `eGFR ${value} mL/min/1.73 m² (${day}${isComputed ? ', computed from creatinine' : ''}), below ${threshold}: ${advice.en}`,
    vi: `eGFR ${value} mL/phút/1,73 m² (${day}${isComputed ? ', tính từ creatinin' : ''}), dưới ${threshold}: ${advice.vi}`,
  };
}

export function egfrTooOld(day: string): Bilingual {
  return {
    en: `The newest eGFR is ${day === '' ? 'without a date' : `from ${day}`}: more than a year old, or of unknown age. Measure it again before relying on it.`,
    vi: `eGFR mới nhất ${day === '' ? 'không có ngày' : `là của ngày ${day}`}: đã quá một năm hoặc không rõ thời điểm. Hãy đo lại trước khi dựa vào.`,
  };
}

export const NO_EGFR: Bilingual = {
  en: 'no eGFR or creatinine is recorded',
  vi: 'hồ sơ chưa có eGFR hay creatinin',
};

export function noEgfrInPregnancy(creatinine: string): Bilingual {
  return {
    en: `the recorded creatinine, ${creatinine}, gives no eGFR in pregnancy: judge it by the ranges of pregnancy`,
    vi: `creatinin đã ghi, ${creatinine}, không tính được eGFR khi mang thai: hãy đánh giá theo ngưỡng của thai kỳ`,
  };
}

export function egfrNotComputed(creatinine: string): Bilingual {
  return {
    en: `no eGFR can be computed from the recorded creatinine, ${creatinine}`,
    vi: `không tính được eGFR từ creatinin đã ghi, ${creatinine}`,
  };
}

export function needsKidneyFunction(drug: string, why: Bilingual): Bilingual {
  return {
    en: `${drug} depends on kidney function, and ${why.en}.`,
    vi: `${drug} phụ thuộc chức năng thận, nhưng ${why.vi}.`,
  };
}

export const NO_BIRTH_DATE: Bilingual = {
  en: 'The patient’s date of birth is not recorded; this drug has age limits.',
  vi: 'Hồ sơ chưa có ngày sinh; thuốc này có giới hạn về tuổi.',
};

export function adviceAtAge(years: number, advice: Bilingual): Bilingual {
  return { en: `Age ${years}: ${advice.en}`, vi: `${years} tuổi: ${advice.vi}` };
}

export function perKilogram(amount: number): Bilingual {
  return { en: `${amount} per kg`, vi: `${amount} mỗi kg` };
}

export function fromAge(years: number): Bilingual {
  return { en: `from the age of ${years}`, vi: `từ ${years} tuổi` };
}

export function underWeight(kg: number): Bilingual {
  return { en: `under ${kg} kg`, vi: `dưới ${kg} kg` };
}

export const ASIAN_ANCESTRY: Bilingual = {
  en: 'in people of Asian ancestry',
  vi: 'ở người gốc Á',
};

export const CHART_DENIES_ALLERGIES: Bilingual = {
  en: 'The chart says that there are no known allergies.',
  vi: 'Hồ sơ ghi không có dị ứng nào được biết.',
};

export function allergyRepeated(allergy: string): Bilingual {
  return {
    en: `An allergy to ${allergy} is already recorded.`,
    vi: `Hồ sơ đã ghi dị ứng ${allergy}.`,
  };
}

export function allergicToActive(medication: string): Bilingual {
  return {
    en: `${medication} is an active medication: stop it, or look again at the allergy.`,
    vi: `${medication} đang được dùng: hãy ngừng thuốc hoặc xem lại dị ứng.`,
  };
}

export const NOTE_REPEATED: Bilingual = {
  en: 'The chart already holds exactly this note.',
  vi: 'Hồ sơ đã có ghi chú y hệt.',
};

export const NOTE_DENIES_ALLERGIES: Bilingual = {
  en: 'The note says that there are no known allergies, but the chart records some.',
  vi: 'Ghi chú nói không có dị ứng, nhưng hồ sơ có ghi nhận.',
};

export function interactionsUnknown(medication: string): Bilingual {
  return {
    en: `Interactions with ${medication} could not be checked: the tables do not know it.`,
    vi: `Chưa kiểm tra được tương tác với ${medication}: bảng dữ liệu không có thuốc này.`,
  };
}

export function interactsWith(medication: string, effect: Bilingual, action: Bilingual): Bilingual {
  return {
    en: `With ${medication}: ${effect.en} ${action.en}`,
    vi: `Với ${medication}: ${effect.vi} ${action.vi}`,
  };
}

export function aboveTogether(drug: string, daily: number, most: number): Bilingual {
  return {
    en: `${drug} ${daily} mg a day is above the ${most} mg that may be taken together. `,
    vi: `${drug} ${daily} mg/ngày vượt quá mức ${most} mg được dùng chung. `,
  };
}

export function onlyByReference(medication: string): Bilingual {
  return {
    en: `The chart names a medication only by reference (${medication}): interactions and duplicates with it were not checked.`,
    vi: `Hồ sơ chỉ nêu một thuốc bằng tham chiếu (${medication}): chưa kiểm tra tương tác và trùng lặp với thuốc đó.`,
  };
}

export function alreadyActive(medication: string): Bilingual {
  return { en: `${medication} is already active.`, vi: `${medication} đang được dùng.` };
}

export function sameClassActive(medication: string, names: Bilingual): Bilingual {
  return {
    en: `${medication} is active and of the same class (${names.en}).`,
    vi: `${medication} đang được dùng và cùng nhóm (${names.vi}).`,
  };
}

export function pregnancyUnknown(advice: Bilingual): Bilingual {
  return {
    en: `Whether the patient is pregnant is not recorded. ${advice.en}`,
    vi: `Hồ sơ chưa ghi người bệnh có mang thai hay không. ${advice.vi}`,
  };
}

export function inWeeks(weeks: number): Bilingual {
  return { en: ` (${weeks} weeks)`, vi: ` (${weeks} tuần)` };
}

export function inTrimesters(list: string): Bilingual {
  return { en: ` (trimester ${list})`, vi: ` (tam cá nguyệt ${list})` };
}

export function partUnknown(names: string, medication: string): Bilingual {
  return {
    en: `Galen's tables do not know "${names}" in "${medication}": that part was not checked.`,
    vi: `Bảng dữ liệu của Galen không có "${names}" trong "${medication}": phần đó chưa được kiểm tra.`,
  };
}

export function medicationUnknown(medication: string): Bilingual {
  return {
    en: `Galen's tables do not know "${medication}": none of the checks could be made.`,
    vi: `Bảng dữ liệu của Galen không có "${medication}": chưa kiểm tra được gì.`,
  };
}

export function notAllRead(entries: Bilingual): Bilingual {
  return {
    en: `The chart may hold more ${entries.en} than was read: what was not read was not checked.`,
    vi: `Hồ sơ có thể có nhiều ${entries.vi} hơn phần đã đọc: phần chưa đọc chưa được kiểm tra.`,
  };
}

export const AMOUNT_OF_EACH_UNKNOWN: Bilingual = {
  en: 'How much of each substance the dose holds is not known: the dose was not checked.',
  vi: 'Chưa rõ hàm lượng từng hoạt chất trong liều: chưa kiểm tra liều.',
};

export const NOT_CHECKED_AT_ALL: Bilingual = {
  en: 'Not checked at all: whether the drug suits its indication; diseases and drug pairs missing from the tables; liver function and laboratory values other than eGFR, potassium, sodium and platelets; drug levels; ECG; over-the-counter and herbal medicines; and what notes say.',
  vi: 'Hoàn toàn chưa kiểm tra: chỉ định có phù hợp không, các bệnh và cặp thuốc không có trong bảng dữ liệu, chức năng gan và các xét nghiệm khác (ngoài eGFR, kali, natri, tiểu cầu), nồng độ thuốc, điện tâm đồ, thuốc không kê đơn và dược liệu, và nội dung ghi chú.',
};

export const AT_ONCE: Bilingual = { en: ' at once', vi: ' tiêm nhanh' };

export const AS_FIRST_OPIOID: Bilingual = { en: ' as the first opioid', vi: ' khi chưa dùng opioid' };

export function underAge(years: number): Bilingual {
  return { en: `under the age of ${years}`, vi: `dưới ${years} tuổi` };
}

export const WHILE_BREAST_FEEDING: Bilingual = { en: 'while breast-feeding', vi: 'khi cho con bú' };

export function pregnantFromWeek(weeks: number): Bilingual {
  return { en: `in pregnancy from ${weeks} weeks`, vi: `khi mang thai từ tuần ${weeks}` };
}

export function pregnantInTrimesters(list: string): Bilingual {
  return { en: `in pregnancy (trimester ${list})`, vi: `khi mang thai (tam cá nguyệt ${list})` };
}

export function highAlert(why: Bilingual): Bilingual {
  return { en: ` High-alert drug: ${why.en}`, vi: ` Thuốc nguy cơ cao: ${why.vi}` };
}

export const IN_PREGNANCY: Bilingual = { en: 'in pregnancy', vi: 'khi mang thai' };

export function withAnother(drug: Bilingual, other: Bilingual): Bilingual {
  return { en: `${drug.en} with ${other.en}`, vi: `${drug.vi} với ${other.vi}` };
}

/** A third drug that an interaction needs; nothing where there is none. */
export function besideDrugs(names: string): Bilingual {
  return names === '' ? { en: '', vi: '' } : { en: ` beside ${names}`, vi: ` cùng ${names}` };
}

export function takenBeside(names: string): Bilingual {
  return names === '' ? { en: '', vi: '' } : { en: ` beside ${names}`, vi: ` khi dùng cùng ${names}` };
}

export function inCondition(condition: Bilingual): Bilingual {
  return { en: `in ${condition.en}`, vi: `khi có ${condition.vi}` };
}

export function egfrUnder(threshold: number): Bilingual {
  return { en: `eGFR below ${threshold} mL/min/1.73 m²`, vi: `eGFR dưới ${threshold} mL/phút/1,73 m²` };
}

export function byAnotherRoute(routes: Bilingual): Bilingual {
  return { en: `by another route than ${routes.en}`, vi: `theo đường khác ngoài ${routes.vi}` };
}

/** What the checks rest on, by what holds it in the chart. */
export const NEEDED_ENTRIES = {
  AllergyIntolerance: { en: 'allergies', vi: 'dị ứng' },
  MedicationRequest: { en: 'medication', vi: 'thuốc' },
  MedicationStatement: { en: 'stated medication', vi: 'thuốc được khai đang dùng' },
  Condition: { en: 'conditions', vi: 'chẩn đoán' },
  Observation: { en: 'observations', vi: 'kết quả đo và xét nghiệm' },
} satisfies Sentences;

export function dependsOn(stopped: string, finding: string): Bilingual {
  return {
    en: `Only if ${stopped} ends as proposed with it: ${finding}`,
    vi: `Chỉ khi ${stopped} được ngừng như đề xuất kèm theo: ${finding}`,
  };
}

export const STOPPING_NOT_CHECKED: Bilingual = {
  en: 'Not checked: whether this may be stopped at once or has to be tapered, and what the other drugs do without it. The tables say nothing of it.',
  vi: 'Chưa kiểm tra: có thể ngừng ngay hay phải giảm liều dần, và các thuốc khác thay đổi ra sao khi không còn thuốc này. Bảng dữ liệu không có thông tin này.',
};
