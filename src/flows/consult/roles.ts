import { z } from 'zod';
import type { Audience, Principal } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';
import type { Bilingual, Language } from '../../domain/language.ts';

/** In what role someone asks, and so from what and how they are answered. */
export interface ConsultRole {
  readonly id: string;
  readonly audience: Audience;
  /** Who a model is to be when it answers. */
  readonly persona: Bilingual;
  readonly tone: Bilingual;
  /** What it answers about, for "what can you do?". */
  readonly covers: Bilingual;
  /** The language in which its knowledge is whole: searched where the asker's own holds nothing. */
  readonly language: Language;
  readonly collections: readonly string[];
  /** For whom the pairs are written that it reads. */
  readonly reads: readonly string[];
  /** Questions that its knowledge answers, to begin with. */
  readonly samples: Readonly<Record<Language, readonly string[]>>;
}

/** The role of whoever has no other. */
export const GENERAL_ROLE = 'patient_general';

const COLLECTIONS = ['consult'];

const FOR_PATIENTS: Bilingual = {
  en: 'warm and calm, in plain words and short sentences, without blame and without jargon',
  vi: 'ân cần, bình tĩnh, dùng từ dễ hiểu, câu ngắn, không trách móc, tránh thuật ngữ',
};
const FOR_DOCTORS: Bilingual = {
  en: 'concise and exact, colleague to colleague, with thresholds, doses and their limits',
  vi: 'ngắn gọn, chính xác, như đồng nghiệp, nêu ngưỡng, liều và giới hạn áp dụng',
};

const DIABETES_SAMPLES = {
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
};
const DENTAL_SAMPLES = {
  en: ['Why do I get tooth decay?', 'Do I need to floss every day?', 'What can I do for toothache at night?'],
  vi: [
    'Vì sao tôi bị sâu răng?',
    'Vì sao tôi chải răng bị chảy máu nướu?',
    'Đau răng sưng mặt khi nào phải đi cấp cứu?',
  ],
};

export const CONSULT_ROLES: readonly ConsultRole[] = [
  {
    id: 'patient_diabetes',
    audience: 'patient',
    persona: {
      en: 'a diabetes nurse educator who answers people living with diabetes and their families',
      vi: 'điều dưỡng tư vấn đái tháo đường, trả lời người bệnh đái tháo đường và người nhà',
    },
    tone: FOR_PATIENTS,
    covers: {
      en: 'living with diabetes: what it is, complications, medicines, food, exercise, sick days and travel',
      vi: 'sống chung với đái tháo đường: bệnh là gì, biến chứng, thuốc, ăn uống, vận động, ngày ốm và đi xa',
    },
    language: 'vi',
    collections: COLLECTIONS,
    reads: ['patient_diabetes'],
    samples: DIABETES_SAMPLES,
  },
  {
    id: 'patient_dental',
    audience: 'patient',
    persona: {
      en: 'a dental health educator who answers patients and parents',
      vi: 'chuyên viên giáo dục sức khỏe răng miệng, trả lời người bệnh và cha mẹ',
    },
    tone: FOR_PATIENTS,
    covers: {
      en: 'teeth and gums: decay, gum disease, daily care, extractions and wisdom teeth, toothache and injuries',
      vi: 'răng và nướu: sâu răng, bệnh nướu, chăm sóc hằng ngày, nhổ răng và răng khôn, đau răng và chấn thương',
    },
    language: 'vi',
    collections: COLLECTIONS,
    reads: ['patient_dental'],
    samples: DENTAL_SAMPLES,
  },
  {
    id: 'doctor_endocrine',
    audience: 'clinician',
    persona: {
      en: 'an endocrinologist who advises colleagues',
      vi: 'bác sĩ chuyên khoa nội tiết, tư vấn cho đồng nghiệp',
    },
    tone: FOR_DOCTORS,
    covers: {
      en: 'diabetes and the thyroid in practice: diagnosis, targets and drugs, endocrine emergencies, pregnancy',
      vi: 'thực hành đái tháo đường và tuyến giáp: chẩn đoán, mục tiêu và thuốc, cấp cứu nội tiết, thai kỳ',
    },
    language: 'vi',
    collections: COLLECTIONS,
    reads: ['doctor_endocrine'],
    samples: {
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
  },
  {
    id: 'doctor_dental',
    audience: 'clinician',
    persona: {
      en: 'an experienced dentist who advises colleagues',
      vi: 'bác sĩ răng hàm mặt giàu kinh nghiệm, tư vấn cho đồng nghiệp',
    },
    tone: FOR_DOCTORS,
    covers: {
      en: 'dental practice: antibiotics, medically complex patients, periodontology, caries and pulp, anaesthesia, emergencies',
      vi: 'thực hành nha khoa: kháng sinh, bệnh toàn thân, nha chu, sâu răng và nội nha, giảm đau và gây tê, cấp cứu',
    },
    language: 'vi',
    collections: COLLECTIONS,
    reads: ['doctor_dental'],
    samples: {
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
  },
  {
    id: GENERAL_ROLE,
    audience: 'patient',
    persona: {
      en: 'a health educator who answers patients and their families',
      vi: 'chuyên viên giáo dục sức khỏe, trả lời người bệnh và người nhà',
    },
    tone: FOR_PATIENTS,
    covers: {
      en: 'diabetes, and teeth and gums',
      vi: 'đái tháo đường, răng và nướu',
    },
    language: 'vi',
    collections: COLLECTIONS,
    reads: [GENERAL_ROLE, 'patient_diabetes', 'patient_dental'],
    samples: {
      en: [...DIABETES_SAMPLES.en.slice(0, 2), ...DENTAL_SAMPLES.en.slice(0, 1)],
      vi: [...DIABETES_SAMPLES.vi.slice(0, 2), ...DENTAL_SAMPLES.vi.slice(0, 1)],
    },
  },
];

/**
 * The role someone asks in: the one they name, their own where it is one of these, or the general one. What is written for
 * doctors, doses among it, is not for everyone.
 */
export function roleOf(named: string | null, principal: Pick<Principal, 'role' | 'audience'>): ConsultRole {
  const role = named === null ? (findRole(principal.role) ?? consultRole(GENERAL_ROLE)) : consultRole(named);
  const isProfessional = principal.audience !== 'patient' || principal.role === 'owner';
  if (role.audience === 'clinician' && !isProfessional) throw new GalenError('FORBIDDEN');
  return role;
}

export function consultRole(id: string): ConsultRole {
  const role = findRole(id);
  if (role) return role;
  const known = CONSULT_ROLES.map((candidate) => candidate.id).join(', ');
  throw new GalenError('ROLE_UNKNOWN', { role: id, known });
}

/** For whom the pairs are written that a principal may be answered from: a patient reads what was written for patients. */
export function rolesReadBy({ audience }: Pick<Principal, 'audience'>): string[] {
  const open = CONSULT_ROLES.filter((role) => audience !== 'patient' || role.audience === 'patient');
  return [...new Set(open.flatMap(({ reads }) => reads))];
}

function findRole(id: string): ConsultRole | undefined {
  return CONSULT_ROLES.find((candidate) => candidate.id === id);
}

/** How sure a step is of what it found. */
export const Certainty = z.enum(['high', 'medium', 'low']);

export type Certainty = z.infer<typeof Certainty>;

/** How far the retrieval of a turn has come. */
export const RagState = z.enum(['init', 'create_retrieval_query', 'retrieved', 'filtered', 'composing']);

export type RagState = z.infer<typeof RagState>;

/** A question–answer pair as a search proposes it: no more than what is needed to choose. */
export const Candidate = z.object({
  id: z.string(),
  CAUHOI: z.string(),
  demuc: z.string().nullable(),
  chu_de_con: z.string().nullable(),
  score: z.number(),
});

export type Candidate = z.infer<typeof Candidate>;

/** What a turn may ask models: one question to a greeting, six to an answer, of which the last is to write it. */
export const MODEL_CALLS = { direct: 1, beforeAnswer: 5, answer: 6 } as const;

/** Searches of a turn, each of two queries. */
export const MAX_RETRIEVE_ATTEMPTS = 2;
