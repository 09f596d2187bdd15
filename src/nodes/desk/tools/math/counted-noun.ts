import type { Figure } from './figure.ts';

/** What is counted where there is no unit, by its English name. */
const NAMES: Readonly<Record<string, string>> = {
  trang: 'page',
  giường: 'bed',
  suất: 'meal',
  người: 'person',
  people: 'person',
  chỗ: 'seat',
  ghế: 'seat',
  bộ: 'set',
  cuốn: 'book',
  quyển: 'book',
  sách: 'book',
  ca: 'shift',
  khoa: 'department',
  tuyến: 'route',
  vé: 'ticket',
};
const TWO_SYLLABLES: readonly (readonly [RegExp, string])[] = [
  [/^ký tự/iu, 'character'],
  [/^thiết bị/iu, 'device'],
  [/^nhân viên/iu, 'employee'],
  [/^bác sĩ/iu, 'doctor'],
  [/^điều dưỡng/iu, 'nurse'],
  [/^mật khẩu/iu, 'password'],
  [/^thành viên/iu, 'member'],
];
const ASKED = /(?:bao nhiêu|mấy|how many(?: more| fewer| extra)?) (\p{L}{3,}(?: \p{L}+)?)/iu;

/** What a question counts that no unit measures: pages, people, beds. */
export function countedNoun(question: string): string | null {
  const noun = ASKED.exec(question)?.[1];
  return noun === undefined ? null : nounAtStart(noun);
}

/** Whether a number of a text counts that. */
export function countsNoun({ unit, sentence, text }: Figure, noun: string): boolean {
  const after = sentence.slice(sentence.indexOf(text) + text.length).trimStart();
  return unit === '' && nounAtStart(after) === noun;
}

/** The English name, in the singular, of what a text begins with. */
export function nounAtStart(text: string): string | null {
  const word = /^\p{L}+/u.exec(text)?.[0].toLowerCase();
  if (word === undefined) return null;
  const named = TWO_SYLLABLES.find(([pattern]) => pattern.test(text))?.[1] ?? NAMES[word];
  return named ?? word.replace(/(?<=[^s]{2})s$/u, '');
}
