const NUMBERS: readonly RegExp[] = [
  /\b(?:first|1st|former|option 1|number 1|number one)\b|(?<!\p{L})(?:thứ nhất|thu nhat|đầu tiên|dau tien|số 1|so 1|cái đầu|cai dau|loại đầu|một|mot)(?!\p{L})/iu,
  /\b(?:second|2nd|latter|option 2|number 2|number two)\b|(?<!\p{L})(?:thứ hai|thu hai|thứ 2|thu 2|số 2|so 2|sau cùng|cái sau|loại sau)(?!\p{L})/iu,
  /\b(?:third|3rd|option 3|number 3|number three)\b|(?<!\p{L})(?:thứ ba|thu ba|thứ 3|thu 3|số 3|so 3)(?!\p{L})/iu,
  /\b(?:fourth|4th|option 4|number 4)\b|(?<!\p{L})(?:thứ tư|thu tu|thứ 4|thu 4|số 4|so 4)(?!\p{L})/iu,
];
const LAST = /\b(?:last|last one)\b|(?<!\p{L})(?:cuối cùng|cuoi cung|cái cuối|cai cuoi)(?!\p{L})/iu;
const MAX_WORDS = 10;

/** The one of the things an answer offered or listed that a short message names by its place; null where it names none. */
export function pickOption(message: string, answer: string): string | null {
  if (message.split(/\s+/u).length > MAX_WORDS) return null;
  const place = NUMBERS.findIndex((pattern) => pattern.test(message));
  if (place === -1 && !LAST.test(message)) return null;
  const options = optionsIn(answer);
  return (place === -1 ? options.at(-1) : options[place]) ?? null;
}

/** What an answer counts up: by numbers, after a colon, or on both sides of "or". */
function optionsIn(answer: string): string[] {
  const numbered = [
    ...answer.matchAll(
      /(?:^|\s)\(?\d[).:]\s*([^?.;\n]{2,80}?)(?=\s*(?:,|;|\.|\?|\n|$|\s(?:or|and|hay|hoặc|và)\s*\(?\d[).:]|\s\(?\d[).:]))/gu,
    ),
  ];
  if (numbered.length >= 2) return numbered.map(([, option = '']) => tidy(option));
  const listed = /:\s*([^.?!]{3,200})[.?!]?/u.exec(answer)?.[1] ?? '';
  const parts = listed.split(/\s*(?:,|;|\s(?:or|and|hay|hoặc|và)\s)\s*/u).filter((part) => part !== '');
  if (parts.length >= 2) return parts.map(tidy);
  const sides = /([^.?!,]{2,60}?)\s(?:or|hay|hoặc)\s([^.?!]{2,60}?)(?:\s+ạ)?\?/u.exec(answer);
  return sides ? [tidy(sides[1] ?? ''), tidy(sides[2] ?? '')] : [];
}

function tidy(option: string): string {
  return option
    .replace(/^(?:or|and|hay|hoặc|và)\s+/u, '')
    .replace(/\s+(?:or|and|hay|hoặc|và)$/u, '')
    .replace(/[\s,;:]+$/u, '')
    .trim();
}
