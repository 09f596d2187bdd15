import { drugNamesIn } from '../../domain/drug-names.ts';
import type { Language } from '../../domain/language.ts';
import type { MemoryKind } from '../../domain/memory.ts';
import { conditionsIn } from './conditions-in.ts';
import { speaksOfSomeoneElse } from './someone-else.ts';

export interface Statement {
  kind: MemoryKind;
  text: string;
}

/** Where one thing that is said ends and the next begins. */
const CLAUSE_ENDS = /[.!?;\n]|,(?=\s)|\s(?:but|nhưng|because|vì)\s/u;

const SAYS: Readonly<Record<Language, Readonly<Record<'condition' | 'medication' | 'allergy', RegExp>>>> = {
  en: {
    condition:
      /\bI(?:'m| am|'ve| have| had been| was| suffer| live)\b(?! allergic)|\bmy(?: \w+){0,3} (?:diabetes|asthma|hypertension|high blood pressure|epilepsy|gout|copd|depression|kidney disease)\b/iu,
    medication:
      /\bI(?:'m| am|'ve been| have been)? (?:tak(?:e|ing)|us(?:e|ing)|on|prescribed|inject(?:ing)?)\b/iu,
    allergy:
      /\b(?:I(?:'m| am) allergic to|my allerg(?:y|ies) (?:to|is|are)|I have an allergy to) (.{2,60})/iu,
  },
  vi: {
    condition:
      /(?<!\p{L})(?:tôi|mình|em|cháu|con)(?: đã| đang| hiện| cũng)* (?:bị|mắc|có bệnh(?! nhân)|được chẩn đoán|mang thai|có thai|có bầu|mang bầu|cho con bú)(?!\p{L})/iu,
    medication: /(?<!\p{L})(?:tôi|mình|em|cháu|con)(?: đã| đang| hiện| cũng)* (?:uống|dùng|tiêm)(?!\p{L})/iu,
    allergy: /(?<!\p{L})(?:tôi|mình|em|cháu|con)(?: bị)? dị ứng(?: với)? (.{2,60})/iu,
  },
};

/** It is asked, denied, over or feared. */
const NOT_SO: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:not|n't|never|no longer|used to|if|whether|do I|am I|(?:can|could|may|might|would|should|will) I|worried|afraid|risk of|prevent|family history)\b/iu,
  vi: /(?<!\p{L})(?:không|chưa|chẳng|hết bị|từng|nếu|liệu|có phải|sợ|nguy cơ|phòng)(?!\p{L})/iu,
};

const PREFERS: Readonly<Record<Language, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [
      /\b(?:keep (?:it|answers|your answers) (?:short|brief)|answer (?:briefly|in short)|I prefer short answers)\b/iu,
      'short answers',
    ],
    [
      /\b(?:use (?:plain|simple) (?:words|language)|I prefer (?:plain|simple) (?:words|language))\b/iu,
      'plain words',
    ],
  ],
  vi: [
    [/trả lời (?:thật )?ngắn(?: gọn)?/iu, 'trả lời ngắn gọn'],
    [/(?:dùng|bằng) (?:từ|lời|ngôn ngữ) (?:đơn giản|dễ hiểu)/iu, 'lời lẽ dễ hiểu'],
  ],
};

/** What askers say of themselves for good: conditions, medication, allergies, how they like to be answered. */
export function readStatements(message: string, language: Language): Statement[] {
  const said = message.split(CLAUSE_ENDS).flatMap((clause) => statementsIn(clause, language));
  const wishes = PREFERS[language]
    .filter(([pattern]) => pattern.test(message))
    .map(([, text]) => ({ kind: 'preference' as const, text }));
  const all = [...said, ...wishes];
  return all.filter(({ kind, text }, i) => all.findIndex((s) => s.kind === kind && s.text === text) === i);
}

function statementsIn(clause: string, language: Language): Statement[] {
  const says = SAYS[language];
  if (NOT_SO[language].test(clause) || speaksOfSomeoneElse(clause, language)) return [];
  const allergen = says.allergy.exec(clause)?.[1];
  if (allergen !== undefined) {
    const text = allergenOf(allergen);
    return text === '' ? [] : [{ kind: 'allergy', text }];
  }
  const drugs = says.medication.test(clause) ? drugNamesIn(clause) : [];
  const conditions = says.condition.test(clause) ? conditionsIn(clause, language) : [];
  return [
    ...conditions.map((text) => ({ kind: 'condition' as const, text })),
    ...drugs.map((text) => ({ kind: 'medication' as const, text: text.toLowerCase() })),
  ];
}

/** The first words after the cue, up to where something else is said. */
function allergenOf(words: string): string {
  return (
    words
      .split(/\s(?:and I|so|which|what|since|nên|thì|có|và)\s|[()]/u)[0]
      ?.trim()
      .split(/\s+/u)
      .slice(0, 5)
      .join(' ')
      .toLowerCase() ?? ''
  );
}
