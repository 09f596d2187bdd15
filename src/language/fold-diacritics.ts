/** "Đái tháo đường" → "dai thao duong": for matching what is typed without marks. Keeps the case. */
export function foldDiacritics(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/g, 'd').replace(/Đ/g, 'D');
}
