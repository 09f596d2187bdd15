import type {
  ChartAllergy,
  ChartMeasurement,
  ChartMedication,
  ChartProblem,
  ChartSummary,
} from '../../domain/chart-summary.ts';
import type { Language } from '../../domain/language.ts';

/** Every word of a summary that is not the chart's own. "None recorded" is never told as "none". */
export const SUMMARY_WORDS = {
  en: {
    patient: 'Patient',
    born: 'born',
    allergies: 'Allergies',
    problems: 'Problems',
    pastProblems: 'Past problems',
    medications: 'Current medication',
    pastMedications: 'Past medication',
    labs: 'Laboratory',
    vitals: 'Vital signs',
    findings: 'Other findings',
    notes: 'Latest notes',
    remarks: 'Remarks',
    noneRecorded: 'none recorded',
    noAllergyRecorded: 'none recorded (which does not mean that there is none)',
    statedNone: 'stated in the chart',
    statusUnknown: 'status not recorded',
    since: 'since',
    until: 'until',
    ordered: 'ordered',
    undated: 'undated',
    computed: 'computed from creatinine, not measured',
    preliminary: 'not final',
    criticality: { high: 'high risk', low: 'low risk' },
    flags: { low: 'low', high: 'high', normal: 'normal', abnormal: 'abnormal' },
    trends: { rising: 'rising', falling: 'falling', steady: 'steady' },
    before: 'before',
    severities: { mild: 'mild', moderate: 'moderate', severe: 'severe' },
    statuses: { 'on-hold': 'on hold' },
    genders: { female: 'female', male: 'male', other: 'other', unknown: 'sex not known' },
    genderMissing: 'sex not recorded',
    birthMissing: 'birth date not recorded',
    incomplete: 'Not all entries were read',
    noEgfr: 'No eGFR was computed',
    egfrReasons: {
      child: 'the equation does not hold for children',
      pregnancy: 'the equation does not hold in pregnancy',
      sex: 'the sex is not recorded as female or male',
      'birth-date': 'the birth date is not recorded',
      unit: 'the unit of the creatinine is not known',
    },
  },
  vi: {
    patient: 'Bệnh nhân',
    born: 'sinh',
    allergies: 'Dị ứng',
    problems: 'Bệnh hiện tại',
    pastProblems: 'Bệnh đã qua',
    medications: 'Thuốc đang dùng',
    pastMedications: 'Thuốc đã ngừng',
    labs: 'Xét nghiệm',
    vitals: 'Sinh hiệu',
    findings: 'Ghi nhận khác',
    notes: 'Ghi chú gần nhất',
    remarks: 'Lưu ý',
    noneRecorded: 'chưa có ghi nhận',
    noAllergyRecorded: 'chưa có ghi nhận (không có nghĩa là bệnh nhân không dị ứng)',
    statedNone: 'được ghi rõ trong hồ sơ',
    statusUnknown: 'chưa ghi tình trạng',
    since: 'từ',
    until: 'đến',
    ordered: 'kê ngày',
    undated: 'không rõ ngày',
    computed: 'tính từ creatinin, không phải đo',
    preliminary: 'chưa phải kết quả cuối',
    criticality: { high: 'nguy cơ cao', low: 'nguy cơ thấp' },
    flags: { low: 'thấp', high: 'cao', normal: 'bình thường', abnormal: 'bất thường' },
    trends: { rising: 'tăng', falling: 'giảm', steady: 'ổn định' },
    before: 'trước đó',
    severities: { mild: 'nhẹ', moderate: 'vừa', severe: 'nặng' },
    statuses: {
      'on-hold': 'tạm ngừng',
      stopped: 'đã ngừng',
      completed: 'đã xong',
      cancelled: 'đã hủy',
      draft: 'bản nháp',
      unknown: 'không rõ',
      recurrence: 'tái diễn',
      relapse: 'tái phát',
      inactive: 'không hoạt động',
      remission: 'thuyên giảm',
      resolved: 'đã khỏi',
      unconfirmed: 'chưa xác nhận',
      provisional: 'tạm thời',
      differential: 'chẩn đoán phân biệt',
    },
    genders: { female: 'nữ', male: 'nam', other: 'giới khác', unknown: 'chưa rõ giới tính' },
    genderMissing: 'chưa ghi giới tính',
    birthMissing: 'chưa ghi ngày sinh',
    incomplete: 'Chưa đọc hết các mục',
    noEgfr: 'Không tính eGFR',
    egfrReasons: {
      child: 'công thức không dùng cho trẻ em',
      pregnancy: 'công thức không dùng khi mang thai',
      sex: 'giới tính không được ghi là nữ hoặc nam',
      'birth-date': 'chưa ghi ngày sinh',
      unit: 'không rõ đơn vị của creatinin',
    },
  },
} as const;
type Words = (typeof SUMMARY_WORDS)[Language];

/** The summary as compact text, a line for each kind of entry. */
export function printSummary(summary: Omit<ChartSummary, 'text'>, language: Language): string {
  const say = SUMMARY_WORDS[language];
  const line = (title: string, entries: readonly string[], nothing: string | null = say.noneRecorded) =>
    entries.length > 0
      ? [`${title}: ${entries.join('; ')}`]
      : nothing === null
        ? []
        : [`${title}: ${nothing}`];
  const measured = (entries: readonly ChartMeasurement[]) =>
    entries.map((entry) => measurementText(entry, say));
  return [
    `${say.patient}: ${patientText(summary.patient, say)}`,
    ...line(
      say.allergies,
      summary.allergies.map((allergy) => allergyText(allergy, say)),
      say.noAllergyRecorded,
    ),
    ...line(
      say.problems,
      summary.problems.map((problem) => problemText(problem, say)),
    ),
    ...line(
      say.pastProblems,
      summary.past_problems.map((problem) => problemText(problem, say)),
      null,
    ),
    ...line(
      say.medications,
      summary.medications.map((entry) => medicationText(entry, say)),
    ),
    ...line(
      say.pastMedications,
      summary.past_medications.map((entry) => medicationText(entry, say)),
      null,
    ),
    ...line(say.labs, measured(summary.labs)),
    ...line(say.vitals, measured(summary.vitals)),
    ...line(say.findings, measured(summary.findings), null),
    ...line(
      say.notes,
      summary.notes.map(({ at, title, excerpt }) =>
        [`${day(at, say)} ${title}`, ...(excerpt === null ? [] : [excerpt])].join(' – '),
      ),
    ),
    ...line(say.remarks, summary.remarks, null),
  ].join('\n');
}

function patientText(
  { name, gender, birth_date, age, identifiers }: ChartSummary['patient'],
  say: Words,
): string {
  const sex = gender === null ? say.genderMissing : (known(say.genders, gender) ?? gender);
  const birth = birth_date === null ? say.birthMissing : `${say.born} ${birth_date}`;
  return [name, sex, ...(age === null ? [] : [age]), birth, ...identifiers].join(', ');
}

function allergyText(allergy: ChartAllergy, say: Words): string {
  const { text, criticality, reactions, status, verification, states_none } = allergy;
  const about = [
    ...(states_none ? [say.statedNone] : []),
    ...reactions,
    ...(criticality === null ? [] : [known(say.criticality, criticality) ?? criticality]),
    ...(verification === null || verification === 'confirmed' ? [] : [statusText(verification, say)]),
    ...(status === null || status === 'active' ? [] : [statusText(status, say)]),
  ];
  return withBrackets(text, about);
}

function problemText({ text, status, verification, since, until }: ChartProblem, say: Words): string {
  const about = [
    ...(status === null ? [say.statusUnknown] : status === 'active' ? [] : [statusText(status, say)]),
    ...(verification === null || verification === 'confirmed' ? [] : [statusText(verification, say)]),
    ...(since === null ? [] : [`${say.since} ${since.slice(0, 10)}`]),
    ...(until === null ? [] : [`${say.until} ${until.slice(0, 10)}`]),
  ];
  return withBrackets(text, about);
}

function medicationText({ text, dosage, status, since }: ChartMedication, say: Words): string {
  const about = [
    ...(status === 'active' ? [] : [status === null ? say.statusUnknown : statusText(status, say)]),
    ...(since === null ? [] : [`${say.ordered} ${since.slice(0, 10)}`]),
  ];
  return withBrackets(dosage === null ? text : `${text} ${dosage}`, about);
}

function measurementText(entry: ChartMeasurement, say: Words): string {
  const { name, value, unit, at, flag, computed, is_final, earlier, trend } = entry;
  const before = earlier.map((one) => `${one.value} (${one.at.slice(0, 10)})`).join(', ');
  const about = [
    day(at, say),
    ...(flag === null ? [] : [say.flags[flag]]),
    ...(computed ? [say.computed] : []),
    ...(is_final ? [] : [say.preliminary]),
    ...(trend === null ? [] : [say.trends[trend]]),
    ...(before === '' ? [] : [`${say.before} ${before}`]),
  ];
  return withBrackets([name, value, ...(unit === null || unit === name ? [] : [unit])].join(' '), about);
}

function day(at: string | null, say: Words): string {
  return at === null ? say.undated : at.slice(0, 10);
}

function withBrackets(text: string, about: readonly string[]): string {
  return about.length === 0 ? text : `${text} [${about.join(', ')}]`;
}

function statusText(status: string, say: Words): string {
  return known(say.statuses, status) ?? status;
}

export function known(words: Readonly<Record<string, string>>, key: string): string | null {
  return Object.hasOwn(words, key) ? (words[key] ?? null) : null;
}
