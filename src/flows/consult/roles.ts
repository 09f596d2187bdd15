import { z } from 'zod';
import { ROLE_COVERS, ROLE_SAMPLES } from '../../../texts/consult.ts';
import { type Audience, type Principal, READERS } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';
import type { Bilingual, Language } from '../../domain/language.ts';

/** In what role someone asks, and so from what and how they are answered. */
export interface ConsultRole {
  readonly id: string;
  readonly audience: Audience;
  /** Who a model is to be when it answers. */
  readonly persona: string;
  readonly tone: string;
  /** What it answers about, for "what can you do?". */
  readonly covers: Bilingual;
  /** For whom the pairs are written that it reads. */
  readonly reads: readonly string[];
  /** Questions that its knowledge answers, to begin with. */
  readonly samples: Readonly<Record<Language, readonly string[]>>;
}

/** The role of whoever has no other. */
export const GENERAL_ROLE = 'patient_general';

/** Where the pairs are, and the language they are whole in: searched where the asker's own holds nothing. */
export const KNOWLEDGE = { collections: ['consult'], language: 'vi' } as const;

const FOR_PATIENTS = 'warm and calm, in plain words and short sentences, without blame and without jargon';
const FOR_DOCTORS = 'concise and exact, colleague to colleague, with thresholds, doses and their limits';

export const CONSULT_ROLES: readonly ConsultRole[] = [
  roleFor(
    'patient_diabetes',
    'a diabetes nurse educator who answers people living with diabetes and their families',
  ),
  roleFor('patient_dental', 'a dental health educator who answers patients and parents'),
  roleFor('doctor_general', 'a hospital physician who advises colleagues on the ward'),
  roleFor('doctor_endocrine', 'an endocrinologist who advises colleagues'),
  roleFor('doctor_dental', 'an experienced dentist who advises colleagues'),
  {
    ...roleFor(GENERAL_ROLE, 'a health educator who answers patients and their families'),
    reads: [GENERAL_ROLE, 'patient_diabetes', 'patient_dental'],
  },
];

/** One that reads what is written for it. */
function roleFor(id: keyof typeof ROLE_SAMPLES, persona: string): ConsultRole {
  const audience = READERS[id];
  return {
    id,
    audience,
    persona,
    tone: audience === 'patient' ? FOR_PATIENTS : FOR_DOCTORS,
    covers: ROLE_COVERS[id],
    reads: [id],
    samples: ROLE_SAMPLES[id],
  };
}

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

/**
 * For whom the pairs are written that a principal may be answered from, the better kind first: a patient reads what was
 * written for patients; everybody else, that only where nothing that was written for colleagues answers.
 */
export function rolesReadBy({ audience }: Pick<Principal, 'audience'>): string[][] {
  const readIn = (isRead: (role: ConsultRole) => boolean) => [
    ...new Set(CONSULT_ROLES.filter(isRead).flatMap(({ reads }) => reads)),
  ];
  if (audience === 'patient') return [readIn((role) => role.audience === 'patient')];
  return [readIn((role) => role.audience !== 'patient'), readIn(() => true)];
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
