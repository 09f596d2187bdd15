/** "Đái tháo đường" → "dai thao duong": for matching what is typed without marks. Keeps the case. */
export function foldDiacritics(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/g, 'd').replace(/Đ/g, 'D');
}

/** "What is it?" → "what is it": for telling whether two say the same. */
export function wordsAlone(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
