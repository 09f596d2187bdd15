import { foldDiacritics } from '../../domain/fold-diacritics.ts';

export type Trimester = 1 | 2 | 3;

const PREGNANT = /\bpregnan|\b(?:mang thai|thai ky|co thai|thai \d{1,2} tuan)\b/u;
/** About a pregnancy, but not one that is there now. Up to three words may stand between. */
const NOT_THIS_ONE =
  /\b(?:history of|hx of|previous|past|prior|last|after|post|pre|planning|plans?|planned|wish(?:es)? for|wants?|desires?|trying for|hopes? for|risk of|risk for|termination of|prevention of|fear of|tien su|tung|du dinh|ke hoach|mong|muon|chuan bi|nguy co|truoc khi|tranh|ngua|sau)(?: [\p{L}\d]+){0,3} (?:pregnan|mang thai|thai ky|co thai)|\b(?:not|no|non|never|khong|chua)(?: [\p{L}\d]+)? (?:pregnan|mang thai|thai ky|co thai)|\bpregnancy (?:test|planning|prevention|advice|history|ended|delivered|excluded|ruled out)|\b(?:co|mang) thai truoc\b/u;
const OVER = /(?<!\bnot |\byet )\b(?:post ?partum|post ?natal|puerperi\w*|delivered|sau sinh|hau san)\b/u;
const PAST = /\b(?:history|hx|previous|past|prior|earlier|last|tien su|lan truoc|truoc day)\b/u;

const WEEKS = /\b(\d{1,2})(?: \d)? ?(?:weeks?|wks?|w|tuan)\b|\b(?:weeks?|tuan)(?: thu)? (\d{1,2})\b/u;
const TRIMESTERS: readonly (readonly [Trimester, RegExp])[] = [
  [
    1,
    /\b(?:first|1st) trimester|\btrimester (?:1|one|i)\b|\btam ca nguyet (?:thu )?(?:nhat|dau|1)\b|\b(?:3|ba) thang dau\b/u,
  ],
  [
    2,
    /\b(?:second|2nd) trimester|\btrimester (?:2|two|ii)\b|\btam ca nguyet (?:thu )?(?:hai|giua|2)\b|\b(?:3|ba) thang giua\b/u,
  ],
  [
    3,
    /\b(?:third|3rd) trimester|\btrimester (?:3|three|iii)\b|\btam ca nguyet (?:thu )?(?:ba|cuoi|3)\b|\b(?:3|ba) thang cuoi\b/u,
  ],
];
const SECOND_FROM = 14;
const THIRD_FROM = 28;
const LONGEST = 43;

/** Whether a text says that there is a pregnancy now: of its clauses one speaks of this pregnancy, and none that it is over. */
export function saysPregnant(text: string): boolean {
  const all = clauses(text);
  if (all.some((clause) => OVER.test(clause) && !PAST.test(clause))) return false;
  return all.some((clause) => PREGNANT.test(clause) && !NOT_THIS_ONE.test(clause));
}

/** The week that a pregnancy's text tells, counted on by `weeksSince`; null where it tells none, a past one, or one too late. */
export function readWeeks(text: string, weeksSince = 0): number | null {
  const weeks = presentClauses(text)
    .map((clause) => WEEKS.exec(clause))
    .find((match) => match !== null);
  if (!weeks) return null;
  const now = Number(weeks[1] ?? weeks[2]) + weeksSince;
  return now < 1 || now > LONGEST ? null : now;
}

/** The trimester that a text names outright. One lasts; written down a while ago it may be the next one by now. */
export function trimesterSaid(text: string, weeksSince = 0): Trimester | null {
  const present = presentClauses(text);
  if (present.some((clause) => WEEKS.test(clause))) return null;
  const said = TRIMESTERS.find(([, pattern]) => present.some((clause) => pattern.test(clause)))?.[0] ?? null;
  return said === 3 || weeksSince < 1 ? said : null;
}

export function trimesterAt(weeks: number): Trimester {
  if (weeks < SECOND_FROM) return 1;
  return weeks < THIRD_FROM ? 2 : 3;
}

function presentClauses(text: string): string[] {
  return clauses(text).filter((clause) => !PAST.test(clause));
}

function clauses(text: string): string[] {
  return foldDiacritics(text.toLowerCase())
    .split(/[,;.:()\n]| [-–] |\bbut\b|\bnow\b|\bwith\b|\bnhung\b|\bhien\b/u)
    .map((clause) => clause.replace(/[^\p{L}\d]+/gu, ' ').trim());
}
