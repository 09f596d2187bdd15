import type { Bilingual, Language, Sentences } from '../src/domain/language.ts';

export const KNOWLEDGE_UNREACHABLE: Bilingual = {
  en: 'I am sorry: I cannot reach my knowledge base at the moment, and I do not answer without it. Please ask again in a few minutes.',
  vi: 'Rất xin lỗi: hiện tôi không kết nối được với kho kiến thức, và không có nó thì tôi không trả lời. Xin hãy hỏi lại sau ít phút.',
};

export const SMALL_TALK_RESPONSES = {
  greeting: {
    en: 'Hello! I am Galen, an assistant for questions about {covers}. What would you like to ask?',
    vi: 'Xin chào! Tôi là Galen, trợ lý cho các câu hỏi về {covers}. Bạn muốn hỏi gì ạ?',
  },
  thanks: {
    en: 'You are welcome! Is there anything else you would like to ask?',
    vi: 'Không có gì ạ! Bạn còn muốn hỏi điều gì nữa không?',
  },
  goodbye: {
    en: 'Goodbye, and take care! Come back whenever you have a question.',
    vi: 'Tạm biệt bạn! Hãy quay lại bất cứ khi nào bạn có câu hỏi nhé.',
  },
  small_talk: {
    en: 'I am Galen, a computer program rather than a person. I am here for your questions about {covers}. What would you like to ask?',
    vi: 'Tôi là Galen, một chương trình máy tính chứ không phải người thật. Tôi ở đây để trả lời câu hỏi của bạn về {covers}. Bạn muốn hỏi gì ạ?',
  },
  capabilities: {
    en: 'I answer questions about {covers}, and about what the other documents here hold, in English and Vietnamese, and I show the exact words I rely on. When I do not find an answer, I say so. You could ask, for example: {samples}',
    vi: 'Tôi trả lời các câu hỏi về {covers}, và về những gì có trong các tài liệu khác ở đây, bằng tiếng Việt và tiếng Anh, và chỉ ra nguyên văn câu tôi dựa vào. Khi không tìm thấy câu trả lời, tôi nói rõ như vậy. Chẳng hạn, bạn có thể hỏi: {samples}',
  },
} satisfies Sentences;

/** The headings of a pair's parts, in the language of its file. */
export const PAIR_HEADINGS: Readonly<
  Record<Language, readonly [question: string, answer: string, explanation: string]>
> = {
  vi: ['Câu hỏi', 'Trả lời', 'Giải thích'],
  en: ['Question', 'Answer', 'Explanation'],
};

/** What each role answers about, for "what can you do?". */
export const ROLE_COVERS = {
  patient_diabetes: {
    en: 'living with diabetes: what it is, complications, medicines, food, exercise, sick days and travel',
    vi: 'sống chung với đái tháo đường: bệnh là gì, biến chứng, thuốc, ăn uống, vận động, ngày ốm và đi xa',
  },
  patient_dental: {
    en: 'teeth and gums: decay, gum disease, daily care, extractions and wisdom teeth, toothache and injuries',
    vi: 'răng và nướu: sâu răng, bệnh nướu, chăm sóc hằng ngày, nhổ răng và răng khôn, đau răng và chấn thương',
  },
  doctor_endocrine: {
    en: 'diabetes and the thyroid in practice: diagnosis, targets and drugs, endocrine emergencies, pregnancy',
    vi: 'thực hành đái tháo đường và tuyến giáp: chẩn đoán, mục tiêu và thuốc, cấp cứu nội tiết, thai kỳ',
  },
  doctor_dental: {
    en: 'dental practice: antibiotics, medically complex patients, periodontology, caries and pulp, anaesthesia, emergencies',
    vi: 'thực hành nha khoa: kháng sinh, bệnh toàn thân, nha chu, sâu răng và nội nha, giảm đau và gây tê, cấp cứu',
  },
  patient_general: {
    en: 'everyday health: common illnesses, children, pregnancy, medicines, tests and first aid, diabetes, teeth and gums',
    vi: 'sức khỏe hằng ngày: bệnh thường gặp, trẻ em, thai kỳ, thuốc, xét nghiệm và sơ cứu, đái tháo đường, răng và nướu',
  },
  doctor_general: {
    en: 'ward medicine: emergencies, electrolytes and fluids, infections, anticoagulants, children, obstetrics, pain and the last days of life',
    vi: 'nội trú: cấp cứu, điện giải và dịch truyền, nhiễm khuẩn, chống đông, nhi khoa, sản khoa, giảm đau và những ngày cuối đời',
  },
} satisfies Sentences;

/** Questions that the knowledge of a role answers, to begin with. */
export const ROLE_SAMPLES = {
  patient_diabetes: {
    en: [
      'What is diabetes?',
      'What should I do if my blood sugar is low but I am awake?',
      'Can people with diabetes drink alcohol?',
    ],
    vi: [
      'Bệnh đái tháo đường là gì?',
      'Làm sao biết tôi đang bị hạ đường huyết?',
      'Người tiểu đường chăm sóc bàn chân hằng ngày như thế nào?',
    ],
  },
  patient_dental: {
    en: [
      'Why do I get tooth decay?',
      'Do I need to floss every day?',
      'What can I do for toothache at night?',
    ],
    vi: [
      'Vì sao tôi bị sâu răng?',
      'Vì sao tôi chải răng bị chảy máu nướu?',
      'Đau răng sưng mặt khi nào phải đi cấp cứu?',
    ],
  },
  patient_general: {
    en: [
      'What can I do at home for a sore throat?',
      'What blood pressure reading counts as high?',
      'Which medicines can I take while breastfeeding?',
    ],
    vi: [
      'Bị đau họng ở nhà nên làm gì?',
      'Huyết áp bao nhiêu thì được coi là cao?',
      'Sốt xuất huyết đã hạ sốt thì hết nguy hiểm chưa?',
    ],
  },
  doctor_general: {
    en: [
      'How is severe hyperkalaemia with ECG changes treated?',
      'How is atropine given in organophosphate poisoning?',
      'What should be done when a transfusion reaction is suspected?',
    ],
    vi: [
      'Xử trí tăng kali máu nặng có thay đổi điện tâm đồ như thế nào?',
      'Cần làm gì trong giờ đầu khi nghi nhiễm khuẩn huyết?',
      'Cần làm gì khi nghi có phản ứng truyền máu?',
    ],
  },
  doctor_endocrine: {
    en: [
      'What are the diagnostic criteria for diabetes in non-pregnant adults?',
      'How is basal insulin started and titrated in type 2 diabetes?',
      'When should subclinical hypothyroidism be treated?',
    ],
    vi: [
      'Tiêu chuẩn chẩn đoán đái tháo đường ở người lớn không mang thai là gì?',
      'Phác đồ dịch và insulin tĩnh mạch trong nhiễm toan ceton ở người lớn là gì?',
      'Khi nào khởi đầu ức chế SGLT2 ở đái tháo đường típ 2 có bệnh thận mạn?',
    ],
  },
  doctor_dental: {
    en: [
      'What are the adult and paediatric doses for endocarditis prophylaxis?',
      'How should direct oral anticoagulants (DOACs) be managed for extractions?',
      'Which signs in an odontogenic infection require emergency hospital transfer?',
    ],
    vi: [
      'Thủ thuật nha khoa nào cần và không cần dự phòng viêm nội tâm mạc?',
      'Bệnh nhân uống warfarin, INR bao nhiêu thì nhổ răng được mà không ngừng thuốc?',
      'Liều adrenaline trong phản vệ tại phòng nha cho người lớn và trẻ em?',
    ],
  },
} as const satisfies Record<string, Readonly<Record<Language, readonly string[]>>>;
