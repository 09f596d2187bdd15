import { CONTRASTS, SPECIAL_CASES } from './contrasts.ts';
import { remember } from './remember.ts';
import type { Said } from './subject-of.ts';

/** What a number after it names rather than measures: grade 3 and grade 4 are two things. */
const LABEL =
  /(?<!\p{L})(?:[Gg]rade|[Ss]everity|[Ll]evel|[Rr]oute|[Rr]oom|[Gg]ate|[Ff]loor|[Tt]ype|[Cc]lass|[Rr]ated|[Bb]ậc|[Mm]ức|[Tt]uyến|[Pp]hòng|[Cc]ổng|[Tt]ầng|[Ll]oại|[Hh]ạng) (?:họp )?(\p{Lu}?\d+|\p{Lu})(?![\p{L}\p{N}])|(?<!\p{L})(?:[Nn]ăm|[Ii]n) \d{4}(?!\d)/gu;
/** One label in both languages is one label. */
const LABEL_WORDS: Readonly<Record<string, string>> = {
  bậc: 'grade',
  mức: 'severity',
  tuyến: 'route',
  phòng: 'room',
  cổng: 'gate',
  tầng: 'floor',
  loại: 'rated',
  hạng: 'class',
  năm: 'in',
};

/** Grade 2 and grade 3, severity 1 and severity 2: by their number two things. */
export function nameDifferentThings(a: string, b: string): boolean {
  const [inA, inB] = [labelsIn(a), labelsIn(b)];
  return inA.size > 0 && inB.size > 0 && ![...inA].some((label) => inB.has(label));
}

/** A weekday and a holiday, a car and a motorbike: a rule for one case says nothing about the other. */
export function nameDifferentCases(a: Said, b: Said): boolean {
  const [inA, inB] = [casesIn(a), casesIn(b)];
  return (
    inA.special.some((isNamed, i) => isNamed !== inB.special[i]) ||
    inA.contrasts.some((named, i) => {
      const others = inB.contrasts[i] ?? [];
      return named.length > 0 && others.length > 0 && !named.some((one) => others.includes(one));
    })
  );
}

/** The time of probation and who is on it are one case. */
const PROBATION = / (?:trong )?thời gian thử việc | during probation /u;

/** Of each special case whether it is named, of each contrast which of its cases are. */
const casesIn = remember(({ text }: Said) => {
  const words = spaced(text).replace(PROBATION, ' đang thử việc ');
  return {
    special: SPECIAL_CASES.map((names) => isNamed(names, words)),
    contrasts: CONTRASTS.map((cases) => cases.flatMap((names, i) => (isNamed(names, words) ? [i] : []))),
  };
});

/** Whether a statement is about another case than a question is: a weekday where it asks about a holiday. */
export function isOfAnotherCase(statement: string, question: string): boolean {
  const [said, asked] = [spaced(statement), spaced(question)];
  return CONTRASTS.filter((cases) => !cases.flat().includes('a day')).some((cases) => {
    const named = (text: string) => cases.filter((words) => isNamed(words, text));
    const [inSaid, inAsked] = [named(said), named(asked)];
    return inSaid.length > 0 && inAsked.length > 0 && !inSaid.some((one) => inAsked.includes(one));
  });
}

/** Whether a statement is about a special case of which the other text says nothing. */
export function namesSpecialCaseBeyond(statement: string, other: string): boolean {
  const [said, known] = [spaced(statement), spaced(other)];
  return SPECIAL_CASES.some((words) => isNamed(words, said) && !isNamed(words, known));
}

function isNamed(words: readonly string[], text: string): boolean {
  return words.some((word) => text.includes(` ${word} `));
}

/** Grade 3, route 1, room A2: whatever a number or a letter tells apart. */
export function labelsIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(LABEL)].map(([all]) =>
      all.toLowerCase().replace(/^\p{L}+/u, (word) => LABEL_WORDS[word] ?? word),
    ),
  );
}

function spaced(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}
