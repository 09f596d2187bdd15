import fc from 'fast-check';
import type { Access, Scope } from '../../domain/access.ts';
import type { RequestedAgent } from '../../domain/desk-request.ts';
import type { Language } from '../../domain/language.ts';
import type { KnowledgeDocument } from '../../domain/passage.ts';
import { sampleDocument } from '../../retrieval/testing/sample-documents.ts';
import { DEMO_TENANT, demoPrincipal } from '../auth/demo-principals.ts';

/** A document, and the one it takes the place of. */
export type Policy = KnowledgeDocument & { supersedes: string | null };

export interface LeakCase {
  documents: Policy[];
  asker: string;
  user_context: { permissions?: Scope[]; department?: string };
  agents: Record<string, RequestedAgent> | undefined;
  language: Language;
  question: number;
}

const SCOPES: readonly Scope[] = ['public', 'internal', 'private'];
const DEPARTMENTS = ['hr', 'it', 'general'];
const DOMAINS = ['hr_policies', 'it_security', 'general_knowledge'];
const ASKERS = ['patient', 'clinician', 'staff-general', 'staff-hr', 'staff-it'];

/** What documents are about, in the order of the departments whose subject it is, with a figure in each that stands nowhere else. */
const SUBJECTS: Readonly<Record<Language, readonly (readonly [string, string])[]>> = {
  en: [
    ['overtime', 'Overtime is paid at {n} VND for each hour of overtime.'],
    ['VPN session', 'A VPN session ends after {n} minutes without use.'],
    ['library loan', 'A library loan ends after {n} days for every reader.'],
  ],
  vi: [
    ['làm thêm giờ', 'Mỗi giờ làm thêm được trả {n} đồng.'],
    ['phiên VPN', 'Phiên VPN kết thúc sau {n} phút không sử dụng.'],
    ['mượn sách thư viện', 'Sách thư viện được mượn tối đa {n} ngày.'],
  ],
};
const EXCEPTIONS: Readonly<Record<Language, string>> = {
  en: '## Exceptions under {n}\n\nThe head of department decides.',
  vi: '## Ngoại lệ theo {n}\n\nTrưởng khoa quyết định.',
};

/** The subject first, then what leans on it. The last of each language is asked of the logs. */
export const QUESTIONS: Readonly<Record<Language, readonly (readonly [string, string])[]>> = {
  en: [
    ['How much is paid for overtime?', 'And for 3 hours of it?'],
    ['Calculate the total overtime pay for 3 hours of overtime', 'What about 5 hours?'],
    ['After how many minutes does a VPN session end, and how long is a library loan?', 'Why?'],
    ['How much is paid for overtme and for librery loans?', 'Tell me more about that'],
  ],
  vi: [
    ['Mỗi giờ làm thêm được trả bao nhiêu?', 'Còn 3 giờ thì sao?'],
    ['Tính tổng tiền làm thêm 3 giờ', 'Thế 5 giờ thì sao?'],
    ['Phiên VPN kết thúc sau bao nhiêu phút, và sách thư viện được mượn mấy ngày?', 'Tại sao?'],
    ['Quy định về làm thêm giờ và mượn sách thư viện là gì?', 'Nói thêm về điều đó'],
  ],
};
export const LOG_QUESTIONS: Readonly<Record<Language, readonly [string, string]>> = {
  en: ['Were there failed logins in the server log on 5 January 2026?', 'And on 6 January 2026?'],
  vi: ['Nhật ký máy chủ ngày 5/1/2026 có đăng nhập thất bại không?', 'Còn ngày 6/1/2026 thì sao?'],
};

const tool = (name: 'rag_tool' | 'summary_tool' | 'math_tool' | 'log_tool') => ({ name, description: name });
const TOOLS = [tool('rag_tool'), tool('summary_tool'), tool('math_tool'), tool('log_tool')];
const AGENTS: Readonly<Record<string, RequestedAgent>> = {
  hr: { desc: 'overtime, làm thêm giờ', tools: TOOLS },
  it: { desc: 'VPN, logins, đăng nhập', tools: TOOLS, domains: ['it_security', 'hr_policies'] },
  general: { desc: 'library, thư viện', tools: [tool('rag_tool')] },
  wards: { desc: 'overtime, library, login, làm thêm, thư viện, đăng nhập', tools: TOOLS, domains: DOMAINS },
};

/** Most in the language that is asked in, and most of them not public: what could be told is what counts. */
const documentsIn = (asked: Language) =>
  fc
    .uniqueArray(
      fc.record({
        number: fc.integer({ min: 10_000, max: 99_999 }),
        language: fc.constantFrom<Language>('en', 'vi', asked, asked),
        subject: fc.nat({ max: 2 }),
        scope: fc.constantFrom<Scope>('public', 'internal', 'internal', 'private', 'private'),
        // Mostly where it is looked for: with its own department, or with none.
        place: fc.constantFrom('own', 'own', 'house', ...DEPARTMENTS),
        month: fc.nat({ max: 59 }),
        replaces: fc.constantFrom(true, false, false),
      }),
      { minLength: 16, maxLength: 24, selector: ({ number }) => number },
    )
    .map((parts) =>
      parts.map(({ number, language, subject, scope, place, month, replaces }, i): Policy => {
        const [about = '', rule = ''] = SUBJECTS[language][subject] ?? [];
        const department = place === 'own' ? (DEPARTMENTS[subject] ?? null) : place;
        const replaced = parts
          .slice(0, i)
          .findLast((other) => other.subject === subject && other.language === language);
        return {
          ...sampleDocument({
            scope,
            department: department === 'house' ? null : department,
            topic: DOMAINS[subject] ?? null,
            id: `policy-${number}`,
            tenant_id: DEMO_TENANT,
            title: language === 'vi' ? `Quy định ${number} về ${about}` : `Policy ${number} on ${about}`,
            text: `${rule}\n\n${EXCEPTIONS[language]}`.replaceAll('{n}', String(number)),
            language,
            collection: 'desk',
            source_type: 'policy',
            evidence_level: 'expert_opinion',
            url: `https://intra.example/${number}`,
            created_at: new Date(Date.UTC(2020, month, 1)).toISOString(),
          }),
          supersedes: replaces && replaced !== undefined ? `policy-${replaced.number}` : null,
        };
      }),
    );

const NARROWED = fc.record(
  { permissions: fc.subarray([...SCOPES]), department: fc.constantFrom('hr', 'it', 'general') },
  { requiredKeys: [] },
);

/** Who asks for what over which documents; a request may narrow its asker and bring agents of its own. */
export const leakCases: fc.Arbitrary<LeakCase> = fc.constantFrom<Language>('en', 'vi').chain((language) =>
  fc.record({
    documents: documentsIn(language),
    asker: fc.constantFrom(...ASKERS),
    user_context: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: NARROWED }),
    agents: fc.option(
      fc
        .subarray(Object.keys(AGENTS), { minLength: 1 })
        .map((names) => Object.fromEntries(Object.entries(AGENTS).filter(([name]) => names.includes(name)))),
      { nil: undefined, freq: 2 },
    ),
    language: fc.constant(language),
    question: fc.nat({ max: 3 }),
  }),
);

/** By the letter of the rules and not by the code that keeps them: what the asker holds and the request does not give up. */
export function accessIn({ asker, user_context: { permissions, department } }: LeakCase): Access {
  const { tenant_id, scopes, departments } = demoPrincipal(asker);
  const isGiven = (scope: Scope) =>
    permissions === undefined || SCOPES.slice(SCOPES.indexOf(scope)).some((one) => permissions.includes(one));
  return {
    tenant_id,
    scopes: scopes.filter(isGiven),
    departments: departments.filter((name) => department === undefined || name === department),
  };
}

export function mayRead({ scopes, departments }: Access, { scope, department }: KnowledgeDocument): boolean {
  return (
    scopes.includes(scope) && (scope === 'public' || department === null || departments.includes(department))
  );
}

export function mayReadTheLogs({ scopes, departments }: Access): boolean {
  return scopes.includes('internal') && departments.includes('it');
}
