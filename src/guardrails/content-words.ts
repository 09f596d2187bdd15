/** Content words, cut to their first letters so that inflections meet. */
export function contentWords(text: string): ReadonlySet<string> {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length > 2).map(stemOf));
}

/** Share of `words` that `others` holds too; 0 of no words. */
export function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of words) if (others.has(word)) shared += 1;
  return words.size === 0 ? 0 : shared / words.size;
}

export function stemOf(word: string): string {
  return word.slice(0, 6);
}
