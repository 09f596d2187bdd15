import type { Bilingual, Sentences } from '../src/domain/language.ts';

export const NOTE_TITLE: Bilingual = { en: 'Clinical note', vi: 'Ghi chú lâm sàng' };

export const DRUG_FOR_PATIENT: Bilingual = {
  en: '{drug} for this patient, {severity}: {message}',
  vi: '{drug} cho người bệnh này, {severity}: {message}',
};

export const DRUG_WITHOUT_FINDINGS: Bilingual = {
  en: '{drug} for this patient: the checks against allergies, active medication, kidney function, pregnancy, breast-feeding and age in the chart found nothing. That does not prove that it is safe.',
  vi: '{drug} cho người bệnh này: kiểm tra theo dị ứng, thuốc đang dùng, chức năng thận, thai kỳ, cho con bú và tuổi trong bệnh án không phát hiện gì. Điều đó không chứng minh là an toàn.',
};

/** What sources say and this patient is not to be advised. */
export const DRUG_LEFT_OUT: Bilingual = {
  en: '{drug} left out, {severity} for this patient ({source}): {message}',
  vi: '{drug} không được nêu ra, {severity} với người bệnh này ({source}): {message}',
};

/** Before what sources say of a drug that was asked about, or is taken. */
export const DRUG_WARNED_OF: Bilingual = {
  en: '{drug} for this patient, {severity} ({source}): {message}',
  vi: '{drug} cho người bệnh này, {severity} ({source}): {message}',
};

export const CHART_ITSELF: Bilingual = { en: 'chart', vi: 'bệnh án' };

export const ABOUT_OTHERS: Bilingual = {
  en: 'Left out, because the sources say it of other people: {groups}.',
  vi: 'Không nêu ra vì tài liệu nói về nhóm người khác: {groups}.',
};

export const NOT_HELD_AGAINST_CHART: Bilingual = {
  en: 'What the sources say was not held against this patient’s chart, which could not be read: check it for this patient.',
  vi: 'Nội dung tài liệu chưa được đối chiếu với bệnh án vì không đọc được: hãy kiểm tra cho người bệnh này.',
};

export const SAFETY_TITLE: Bilingual = {
  en: 'Safety tables and chart',
  vi: 'Bảng an toàn thuốc và bệnh án',
};

/** Groups of people, by the keys of data/language/populations.tsv. */
export const GROUP_NAMES = {
  'age:infant': { en: 'infants', vi: 'trẻ nhũ nhi' },
  'age:child': { en: 'children', vi: 'trẻ em' },
  'age:adolescent': { en: 'adolescents', vi: 'thiếu niên' },
  'age:adult': { en: 'adults', vi: 'người lớn' },
  'age:older': { en: 'older people', vi: 'người cao tuổi' },
  'sex:women': { en: 'women', vi: 'phụ nữ' },
  'sex:men': { en: 'men', vi: 'nam giới' },
  'state:pregnant': { en: 'pregnancy', vi: 'thai kỳ' },
  'state:breastfeeding': { en: 'breast-feeding', vi: 'cho con bú' },
  'care:dialysis': { en: 'dialysis', vi: 'lọc máu' },
} satisfies Sentences;

/** What each tool asks, for a person to read. */
export const TOOL_LABELS = {
  check_drug_safety: { en: 'drug labels', vi: 'nhãn thuốc' },
  check_drug_interactions: { en: 'drug labels', vi: 'nhãn thuốc' },
  search_medical_literature: { en: 'published articles', vi: 'các bài báo y khoa' },
  find_clinical_trials: { en: 'registered trials', vi: 'các thử nghiệm đã đăng ký' },
  search_patient: { en: 'the list of patients', vi: 'danh sách bệnh nhân' },
  get_patient_chart: { en: 'the chart', vi: 'bệnh án' },
  add_allergy: { en: 'the chart', vi: 'bệnh án' },
  prescribe_medication: { en: 'the chart', vi: 'bệnh án' },
  change_medication: { en: 'the chart', vi: 'bệnh án' },
  save_clinical_note: { en: 'the chart', vi: 'bệnh án' },
  analyze_medical_image: { en: 'the image', vi: 'hình ảnh' },
  retrieve_medical_info: { en: 'the knowledge base', vi: 'cơ sở tri thức' },
  get_clinical_guideline: { en: 'guidelines', vi: 'các hướng dẫn' },
  calculate: { en: 'the calculators', vi: 'công cụ tính' },
} satisfies Sentences;

export const PROPOSAL_STATES = {
  pending: {
    en: 'Waiting for approval, nothing written yet: {summary}',
    vi: 'Chờ phê duyệt, chưa ghi gì: {summary}',
  },
  approved: { en: 'Approved, not yet written: {summary}', vi: 'Đã duyệt, chưa ghi: {summary}' },
  executed: {
    en: 'Approved and written to the chart: {summary}',
    vi: 'Đã duyệt và ghi vào bệnh án: {summary}',
  },
  rejected: { en: 'Rejected, nothing was written: {summary}', vi: 'Bị từ chối, không ghi gì: {summary}' },
  expired: { en: 'Expired, nothing was written: {summary}', vi: 'Đã hết hạn, không ghi gì: {summary}' },
  failed: {
    en: 'Approved, but the chart did not take it: {summary}',
    vi: 'Đã duyệt nhưng bệnh án không nhận: {summary}',
  },
} satisfies Sentences;

export const CHART_CHANGED_SINCE: Bilingual = {
  en: 'Approved, but not written: the chart has changed since, and something severe now speaks against it. Ask for it again to see what: {summary}',
  vi: 'Đã duyệt nhưng chưa ghi: bệnh án đã thay đổi và nay có điều nghiêm trọng chống lại việc này. Hãy yêu cầu lại để xem: {summary}',
};

export const FURTHER_FINDINGS: Bilingual = {
  en: '  - further findings: {count}',
  vi: '  - phát hiện khác: {count}',
};

export const CHART_TITLE: Bilingual = { en: 'Patient chart', vi: 'Bệnh án' };

export const CLARIFYING_QUESTIONS = {
  patient: {
    en: 'Which patient do you mean: what is the name or the record number?',
    vi: 'Bạn muốn nói đến bệnh nhân nào: tên hoặc mã hồ sơ là gì?',
  },
  drug: { en: 'Which drug do you mean?', vi: 'Bạn muốn hỏi thuốc nào?' },
  order: { en: 'Which order do you mean ({problem})?', vi: 'Bạn muốn nói đến y lệnh nào ({problem})?' },
  second_drug: {
    en: 'Which other drug should it be checked against?',
    vi: 'Cần đối chiếu với thuốc nào nữa?',
  },
  substance: { en: 'What is the patient allergic to?', vi: 'Bệnh nhân dị ứng với chất gì?' },
  dose: { en: 'Which dose, and how often?', vi: 'Liều bao nhiêu, và ngày mấy lần?' },
  frequency: { en: 'How often is it to be taken?', vi: 'Dùng ngày mấy lần?' },
  route: { en: 'By which route is it to be given?', vi: 'Dùng theo đường nào?' },
  unread: {
    en: 'What does “{words}” mean here? Until I understand all of it, I propose nothing: please write it again as a whole, in other words or without that.',
    vi: '“{words}” ở đây nghĩa là gì? Khi chưa hiểu hết, tôi không đề xuất gì: xin viết lại toàn bộ, bằng cách khác hoặc bỏ phần đó.',
  },
  note_text: { en: 'What should the note say?', vi: 'Ghi chú cần viết gì?' },
  image: {
    en: 'No image is attached: can you attach the one you mean?',
    vi: 'Chưa có ảnh đính kèm: bạn có thể gửi ảnh muốn xem không?',
  },
  topic: {
    en: 'What should I search for: which disease, drug or question?',
    vi: 'Cần tìm về điều gì: bệnh, thuốc hay câu hỏi nào?',
  },
  inputs: { en: 'Which values should be used?', vi: 'Dùng những giá trị nào?' },
} satisfies Sentences;

export const UNDERSTOOD: Bilingual = {
  en: 'I read “{understood}”: {asked}',
  vi: 'Tôi đọc được “{understood}”: {asked}',
};

export const WHICH_CHOICE: Bilingual = {
  en: 'Which one do you mean: {choices}?',
  vi: 'Bạn muốn nói đến: {choices}?',
};

export const UNKNOWN_DRUG: Bilingual = {
  en: 'Which drug do you mean by “{word}”?',
  vi: 'Với “{word}”, bạn muốn nói đến thuốc nào?',
};

export const SIMILAR_DRUGS: Bilingual = {
  en: 'Which drug do you mean by “{word}”: {choices}?',
  vi: 'Với “{word}”, bạn muốn nói đến thuốc nào: {choices}?',
};

export const CHART_UNREADABLE: Bilingual = {
  en: 'The chart could not be read. Nothing in this answer takes the patient into account.',
  vi: 'Không đọc được bệnh án. Câu trả lời này chưa xét đến bệnh nhân.',
};

export const WAITS_FOR_APPROVAL: Bilingual = {
  en: 'Nothing has been written yet. What I propose waits for a clinician’s approval:\n{list}',
  vi: 'Chưa có gì được ghi. Đề xuất dưới đây chờ bác sĩ phê duyệt:\n{list}',
};

export const CANNOT_PROPOSE: Bilingual = {
  en: 'I cannot propose this ({tool}): {problem}',
  vi: 'Tôi không thể đề xuất việc này ({tool}): {problem}',
};

export const SMALL_TALK_REPLIES: Readonly<
  Record<'greeting' | 'thanks' | 'farewell' | 'abilities' | 'language' | 'declined', Bilingual>
> = {
  greeting: {
    en: 'Hello. Ask about a patient, a drug, the literature, guidelines or trials.',
    vi: 'Xin chào. Bạn có thể hỏi về bệnh nhân, thuốc, y văn, hướng dẫn hoặc thử nghiệm.',
  },
  thanks: { en: 'You are welcome.', vi: 'Rất vui được hỗ trợ bạn.' },
  farewell: { en: 'Goodbye.', vi: 'Tạm biệt bạn.' },
  abilities: {
    en: 'I am Galen. I find patients and read their charts, check drug labels and interactions, search the literature, guidelines and trials, and prepare prescriptions and changes to them, allergies and notes that wait for your yes. Every answer shows the words it rests on.',
    vi: 'Tôi là Galen. Tôi tìm bệnh nhân và đọc bệnh án, tra nhãn thuốc và tương tác, tìm y văn, hướng dẫn và thử nghiệm, và soạn đơn thuốc, thay đổi y lệnh, dị ứng, ghi chú chờ bạn duyệt. Mỗi câu trả lời đều kèm nguyên văn nguồn.',
  },
  declined: {
    en: 'All right: I propose nothing, and nothing has been written to the chart.',
    vi: 'Vâng: tôi không đề xuất gì và chưa ghi gì vào bệnh án.',
  },
  language: {
    en: 'Yes. I answer in English and in Vietnamese: write in the language that you want the answer in.',
    vi: 'Được. Tôi trả lời bằng tiếng Việt và tiếng Anh: hãy viết bằng ngôn ngữ mà bạn muốn nhận câu trả lời.',
  },
};

export const MISSING_FOR_CALL = {
  patient: { en: 'no patient is open', vi: 'chưa mở bệnh nhân nào' },
  drug: { en: 'no drug is named', vi: 'chưa nêu tên thuốc' },
  order: { en: 'it is not plain which order is meant', vi: 'chưa rõ y lệnh nào' },
  second_drug: { en: 'a second drug is missing', vi: 'thiếu thuốc thứ hai' },
  substance: { en: 'no substance is named', vi: 'chưa nêu chất gây dị ứng' },
  dose: { en: 'no dose is given', vi: 'chưa nêu liều' },
  frequency: { en: 'it is not said how often', vi: 'chưa nêu số lần dùng' },
  route: { en: 'it is not said by which route', vi: 'chưa nêu đường dùng' },
  unread: { en: 'not all of it was understood', vi: 'có phần chưa hiểu' },
  note_text: { en: 'the note has no text', vi: 'ghi chú chưa có nội dung' },
  image: { en: 'no image is attached', vi: 'chưa có ảnh đính kèm' },
  topic: { en: 'it is not said what to search for', vi: 'chưa nêu nội dung cần tìm' },
  inputs: { en: 'values are missing', vi: 'còn thiếu giá trị' },
};

export function callNotDone(tool: string, reason: Bilingual): Bilingual {
  return {
    en: `Not done (${tool}): ${reason.en}.`,
    vi: `Chưa thực hiện (${tool}): ${reason.vi}.`,
  };
}
