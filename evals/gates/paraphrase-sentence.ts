import type { Language } from '../../src/domain/language.ts';

/** Ways of saying the same that a model uses. */
export const PARAPHRASES = [
  'verbatim',
  'synonyms',
  'numbers',
  'reordered',
  'shortened',
  'framed',
  'joined',
] as const;
export type Paraphrase = (typeof PARAPHRASES)[number];

interface Original {
  text: string;
  next: string | null;
  language: Language;
}

const SYNONYMS: Readonly<Record<Language, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\breduced\b/gu, 'lowered'],
    [/\breduces\b/gu, 'lowers'],
    [/\bpatients\b/gu, 'people'],
    [/\bparticipants\b/gu, 'patients'],
    [/\bcompared with\b/gu, 'versus'],
    [/\bless frequent\b/gu, 'less common'],
    [/\boccurred in\b/gu, 'was seen in'],
    [/\bshould be\b/gu, 'is to be'],
    [/\brecommends\b/gu, 'advises'],
    [/\bincluded\b/gu, 'enrolled'],
    [/\bwas similar\b/gu, 'was about the same'],
    [/\bdaily\b/gu, 'a day'],
    [/\bdid not\b/gu, "didn't"],
    [/\bcannot\b/gu, 'can not'],
  ],
  vi: [
    [/bệnh nhân/gu, 'người bệnh'],
    [/khuyến cáo/gu, 'khuyên'],
    [/so với/gu, 'khi đối chiếu với'],
    [/làm giảm/gu, 'giảm'],
    [/đái tháo đường/gu, 'tiểu đường'],
    [/cần được/gu, 'phải được'],
    [/người mắc/gu, 'người bị'],
  ],
};

const NUMBER_WORDS: Readonly<Record<Language, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\btwo\b/gu, '2'],
    [/\bthree\b/gu, '3'],
    [/\bfour\b/gu, '4'],
    [/\bsix\b/gu, '6'],
    [/(?<=\D)2 (?=weeks|months|years|days)/gu, 'two '],
    [/(?<=\D)3 (?=weeks|months|years|days)/gu, 'three '],
    [/(\d),(\d{3})(?!\d)/gu, '$1$2'],
    [/(\d)\.(\d{1,2})(?!\d)/gu, '$1,$2'],
    [/(\d)%/gu, '$1 percent'],
  ],
  vi: [
    [/(?<!\p{L})hai(?!\p{L})/gu, '2'],
    [/(?<!\p{L})ba(?= (?:tháng|tuần|ngày|năm|nhóm|lần))/gu, '3'],
    [/(\d)\.(\d{3})(?!\d)/gu, '$1$2'],
    [/(\d),(\d{1,2})(?!\d)/gu, '$1.$2'],
    [/(\d)%/gu, '$1 phần trăm'],
  ],
};

const FRAMES: Readonly<Record<Language, string>> = { en: 'In this study, ', vi: 'Theo tài liệu này, ' };

const PARAPHRASE: Readonly<Record<Paraphrase, (original: Original) => string | null>> = {
  verbatim: ({ text }) => text,
  synonyms: ({ text, language }) => changed(text, SYNONYMS[language]),
  numbers: ({ text, language }) => changed(text, NUMBER_WORDS[language]),
  reordered({ text }) {
    const [, head, tail] = /^(\P{Lu}[^,;:()]{12,}|\p{Lu}[^,;:()]{12,}), ([^,;:()]{12,})\.$/u.exec(text) ?? [];
    return head && tail ? `${upperFirst(tail)}, ${lowerFirst(head)}.` : null;
  },
  shortened({ text }) {
    const short = text.replace(/ \([^()]*\)/u, '');
    return short === text ? null : short;
  },
  framed: ({ text, language }) => FRAMES[language] + lowerFirst(text),
  joined({ text, next, language }) {
    if (next === null || !next.endsWith('.') || next.split(/\s+/u).length < 6) return null;
    return `${text.slice(0, -1)}${language === 'en' ? ', and ' : ', và '}${lowerFirst(next)}`;
  },
};

/** The sentence said another way; null where this way does not apply to it. */
export function paraphraseSentence(kind: Paraphrase, original: Original): string | null {
  return PARAPHRASE[kind](original);
}

function changed(text: string, rules: readonly (readonly [RegExp, string])[]): string | null {
  const result = rules.reduce((so, [pattern, replacement]) => so.replace(pattern, replacement), text);
  return result === text ? null : result;
}

/** A name in capitals keeps its first letter. */
function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}+ /u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
