import type { Bilingual, Sentences } from '../src/domain/language.ts';

export function rememberedAllergy(text: string): Bilingual {
  return { en: `allergy to ${text}`, vi: `dị ứng ${text}` };
}

/** After quotes that may not answer what was asked. */
export const RELATED: Bilingual = {
  en: 'This is the closest I found in the sources I may search; it may not be exactly what you asked. If it is not, name what you are asking about (the drug, the disease, the rule, the group of people), or ask someone who knows.',
  vi: 'Đây là những gì gần nhất tôi tìm được trong các nguồn được phép tra cứu; có thể chưa đúng điều bạn hỏi. Nếu chưa đúng, hãy nêu rõ điều muốn hỏi (thuốc, bệnh, quy định, nhóm người), hoặc hỏi người am hiểu.',
};

/** After the answer to some of several questions. */
export const STILL_OPEN: Bilingual = {
  en: 'I found nothing that surely answers this: {questions}.',
  vi: 'Tôi chưa tìm thấy điều gì trả lời chắc chắn cho câu này: {questions}.',
};

/** After quotes that give doses, for patients. */
export const DOSE_CAUTION: Bilingual = {
  en: 'The doses here are what the sources say in general, not a dose for you: take medicines only as your doctor, your pharmacist or the leaflet tells you.',
  vi: 'Liều nêu ở đây là thông tin chung trong nguồn, không phải liều dành cho bạn: chỉ dùng thuốc theo chỉ dẫn của bác sĩ, dược sĩ hoặc tờ hướng dẫn.',
};

/** The parts of an answer that was not found, a sentence or two each. */
export const NOT_FOUND = {
  title: {
    en: 'I did not find an answer to this in the sources I may search.',
    vi: 'Tôi chưa tìm thấy câu trả lời trong các nguồn mà tôi được phép tra cứu.',
  },
  searched: {
    en: 'I searched {where}{years} for "{query}"{level}. {missing} Finding nothing here does not mean that nothing exists.',
    vi: 'Tôi đã tìm trong {where}{years} với "{query}"{level}. {missing} Không tìm thấy không có nghĩa là không có.',
  },
  nearest: {
    en: 'What came closest, and what you could ask about instead: {titles}.',
    vi: 'Gần nhất với câu hỏi, và có thể hỏi thay: {titles}.',
  },
  askBetter: {
    en: 'Ask one thing at a time, and name the drug, the disease or the group of people it is about{wider}.',
    vi: 'Hãy hỏi từng điều một, và nêu rõ tên thuốc, bệnh hoặc nhóm người được hỏi đến{wider}.',
  },
  urgent: {
    en: 'If someone feels very unwell or gets worse, or may have taken too much or the wrong medicine, do not wait for an answer here: call {phone} or go to the nearest emergency department.',
    vi: 'Nếu có người thấy rất mệt hoặc nặng lên, hoặc có thể đã uống quá liều hay nhầm thuốc, đừng chờ câu trả lời ở đây: hãy gọi {phone} hoặc đến khoa cấp cứu gần nhất.',
  },
} satisfies Sentences;

/** When not to wait for an answer, by what the question is about: the net under the emergency gate. */
export const URGENT_ABOUT: Readonly<Record<string, Bilingual>> = {
  overdose: {
    en: 'If something was swallowed that should not have been, or too much of it: call {phone} now, even if there are no signs yet, and keep the package.',
    vi: 'Nếu đã uống hay nuốt phải thứ không nên, hoặc quá nhiều: hãy gọi {phone} ngay, dù chưa có dấu hiệu gì, và giữ lại vỏ thuốc hoặc chai.',
  },
  paediatric: {
    en: 'A baby under three months with fever, who feeds poorly, breathes hard, is limp, yellow or hard to wake needs a doctor now: call {phone} or go to the nearest emergency department.',
    vi: 'Trẻ dưới ba tháng bị sốt, bú kém, thở mệt, lả, vàng da hoặc khó đánh thức cần gặp bác sĩ ngay: hãy gọi {phone} hoặc đến khoa cấp cứu gần nhất.',
  },
  obstetric: {
    en: 'In pregnancy and after birth, go to a maternity unit or call {phone} now for bleeding, bad headache or blurred sight, a fit, strong belly pain, fever, broken waters, or a baby that moves less.',
    vi: 'Khi mang thai và sau sinh, hãy đến khoa sản hoặc gọi {phone} ngay nếu ra máu, đau đầu nhiều hay nhìn mờ, co giật, đau bụng dữ dội, sốt, vỡ ối, hoặc thai máy ít đi.',
  },
  psychiatric: {
    en: 'If it is too much to bear, or you think of harming yourself, tell someone you trust now, or call {phone}. You do not have to be sure that it is bad enough.',
    vi: 'Nếu mọi thứ quá sức chịu đựng, hoặc bạn nghĩ đến việc làm hại mình, hãy nói ngay với người bạn tin tưởng, hoặc gọi {phone}. Không cần phải chắc là đã đủ nặng.',
  },
};

/** Whom to ask instead, by who asks. */
export const WHOM_TO_ASK = {
  patient: {
    en: 'Your doctor, your pharmacist or the nurse who looks after you can answer this for you.',
    vi: 'Bác sĩ, dược sĩ hoặc điều dưỡng đang chăm sóc có thể trả lời cho bạn.',
  },
  clinician: {
    en: 'A colleague of the specialty, the clinical pharmacist or the medical library may know.',
    vi: 'Đồng nghiệp chuyên khoa, dược sĩ lâm sàng hoặc thư viện y khoa có thể biết.',
  },
  researcher: {
    en: 'The medical library, or a colleague who works on the subject, may know.',
    vi: 'Thư viện y khoa, hoặc đồng nghiệp nghiên cứu về chủ đề này, có thể biết.',
  },
  staff: {
    en: 'The department responsible can answer this; for a medical question, ask a healthcare professional.',
    vi: 'Phòng ban phụ trách có thể trả lời; câu hỏi y khoa thì hỏi nhân viên y tế.',
  },
  admin: {
    en: 'The department responsible can answer this; for a medical question, ask a healthcare professional.',
    vi: 'Phòng ban phụ trách có thể trả lời; câu hỏi y khoa thì hỏi nhân viên y tế.',
  },
} satisfies Sentences;

/** What could be asked next, where a flow has nothing of its own to suggest. */
export const NEXT_QUESTIONS = {
  section: { en: 'What does "{title}" say about {heading}?', vi: '"{title}" nói gì về {heading}?' },
  document: { en: 'What does "{title}" say?', vi: '"{title}" nói gì?' },
} satisfies Sentences;

/** What could be asked next with a patient's chart. */
export const NEXT_CLINIC_QUESTIONS = {
  medicines: { en: 'Which medicines does the patient take?', vi: 'Bệnh nhân đang dùng thuốc gì?' },
  allergies: { en: 'Which allergies does the patient have?', vi: 'Bệnh nhân dị ứng với gì?' },
  summary: { en: 'Summarise this chart', vi: 'Tóm tắt hồ sơ này' },
} satisfies Sentences;

export const ALL_SOURCES: Bilingual = { en: 'all sources', vi: 'mọi nguồn' };

export const SOURCE_NAMES: Readonly<Record<string, Bilingual>> = {
  pubmed: { en: 'published studies', vi: 'các nghiên cứu đã công bố' },
  guidelines: { en: 'guidelines', vi: 'các hướng dẫn' },
  qa: { en: 'the questions and answers written for you', vi: 'bộ câu hỏi – trả lời dành cho bạn' },
  interactions: { en: 'the table of drug interactions', vi: 'bảng tương tác thuốc' },
  upload: { en: 'documents that were added', vi: 'các tài liệu được thêm vào' },
  policy: { en: 'the hospital’s own rules', vi: 'quy định của bệnh viện' },
};

export const WITHIN_YEARS: Bilingual = {
  en: ' (published {from} to {to})',
  vi: ' (xuất bản từ năm {from} đến {to})',
};

export const WITHIN_LEVEL: Bilingual = {
  en: ', evidence level {level} or better',
  vi: ', mức bằng chứng từ {level} trở lên',
};

export const WHY_ABSTAINED = {
  'nothing-found': {
    en: 'Nothing I read there covers enough of the question.',
    vi: 'Những gì tôi đọc được ở đó chưa nói đủ về điều được hỏi.',
  },
  insufficient: {
    en: 'What I read there touches on it, but holds no answer that I can be sure enough of.',
    vi: 'Những gì tôi đọc được có nói đến điều này, nhưng tôi chưa thấy trong đó câu trả lời đủ chắc chắn.',
  },
} satisfies Sentences;

export const WITHOUT_LEVEL: Bilingual = {
  en: ', or ask without the limit on the evidence level',
  vi: ', hoặc bỏ giới hạn về mức bằng chứng',
};

/** Units as results are told in them. */
export const UNIT_WORDS: Readonly<Record<string, Bilingual>> = {
  VND: { en: ' VND', vi: ' đồng' },
  '%': { en: '%', vi: '%' },
  minute: { en: ' minutes', vi: ' phút' },
  hour: { en: ' hours', vi: ' giờ' },
  day: { en: ' days', vi: ' ngày' },
  month: { en: ' months', vi: ' tháng' },
  year: { en: ' years', vi: ' năm' },
  time: { en: ' times', vi: ' lần' },
  point: { en: ' points', vi: ' điểm' },
};

export const DISCLAIMER: Bilingual = {
  en: 'This is general medical information from the sources shown, not a diagnosis or personal medical advice. Talk to a healthcare professional before acting on it.',
  vi: 'Đây là thông tin y khoa chung từ các nguồn được nêu, không phải chẩn đoán hay lời khuyên y tế cá nhân. Hãy trao đổi với nhân viên y tế trước khi áp dụng.',
};

/** What staff are told about their own hospital is not medical advice. */
export const DESK_DISCLAIMER: Bilingual = {
  en: 'This is what the documents shown say. Where it matters, check with the department responsible.',
  vi: 'Đây là nội dung của các tài liệu được nêu. Với việc quan trọng, hãy hỏi lại phòng phụ trách.',
};

export const DEGRADED_NOTES = {
  'no-model': {
    en: 'No language model is set up: the answer is in the sources’ own sentences, chosen by rules.',
    vi: 'Chưa cài mô hình ngôn ngữ: câu trả lời là nguyên văn trong nguồn, do các quy tắc chọn ra.',
  },
  overload: {
    en: 'The model was overloaded: rules answered in its place.',
    vi: 'Mô hình quá tải: các quy tắc đã trả lời thay.',
  },
  timeout: {
    en: 'The model did not answer in time: rules answered in its place.',
    vi: 'Mô hình không trả lời kịp: các quy tắc đã trả lời thay.',
  },
  refusal: {
    en: 'The model declined to answer: rules answered in its place.',
    vi: 'Mô hình từ chối trả lời: các quy tắc đã trả lời thay.',
  },
  'invalid-output': {
    en: 'The model’s answer could not be used: rules answered in its place.',
    vi: 'Câu trả lời của mô hình không dùng được: các quy tắc đã trả lời thay.',
  },
  'budget-spent': {
    en: 'The model budget of this turn was spent: rules answered in its place.',
    vi: 'Đã dùng hết hạn mức mô hình của lượt này: các quy tắc đã trả lời thay.',
  },
  unauthorized: {
    en: 'The model provider refused our key: rules answered in its place.',
    vi: 'Nhà cung cấp mô hình từ chối khóa truy cập: các quy tắc đã trả lời thay.',
  },
  'model-error': {
    en: 'The model failed: rules answered in its place.',
    vi: 'Mô hình bị lỗi: các quy tắc đã trả lời thay.',
  },
  'circuit-open': {
    en: 'The model has been failing and is being left alone for a moment: rules answered in its place.',
    vi: 'Mô hình đang lỗi nên tạm ngừng gọi: các quy tắc đã trả lời thay.',
  },
  'search-degraded': {
    en: 'Part of the search was not available: words alone were searched.',
    vi: 'Một phần tìm kiếm không hoạt động: chỉ tìm theo từ ngữ.',
  },
  'support-degraded': {
    en: 'The model that checks sentences against their sources was not available: rules alone checked them.',
    vi: 'Mô hình đối chiếu câu với nguồn không hoạt động: chỉ các quy tắc kiểm tra.',
  },
  'gate-degraded': {
    en: 'The model that watches for emergencies was not available: rules alone did, and they miss more. If you are in danger, do not rely on this answer; call for help.',
    vi: 'Mô hình nhận biết tình huống cấp cứu không hoạt động: chỉ các quy tắc xem xét, và chúng bỏ sót nhiều hơn. Nếu đang nguy hiểm, đừng dựa vào câu trả lời này; hãy gọi cấp cứu.',
  },
  'knowledge-unreachable': {
    en: 'The knowledge base could not be reached: nothing was searched. Ask again in a few minutes.',
    vi: 'Không kết nối được kho kiến thức: chưa tra cứu được gì. Hãy hỏi lại sau ít phút.',
  },
} satisfies Sentences;
