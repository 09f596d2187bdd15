const NUMBERS: Readonly<Record<string, number>> = {
  once: 1,
  twice: 2,
  half: 0.5,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  một: 1,
  hai: 2,
  ba: 3,
  bốn: 4,
  năm: 5,
  sáu: 6,
  nửa: 0.5,
};

/** "5,000" and "5.000" are five thousand, "0.5" and "0,5" a half, "two" is 2; null for what is no number. */
export function readNumber(text: string): number | null {
  const word = NUMBERS[text.toLowerCase()];
  if (word !== undefined) return word;
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/u.test(text)) return Number(text.replaceAll(',', ''));
  if (/^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/u.test(text)) {
    return Number(text.replaceAll('.', '').replace(',', '.'));
  }
  return /^\d+(?:[.,]\d+)?$/u.test(text) ? Number(text.replace(',', '.')) : null;
}
