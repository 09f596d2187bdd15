import { foldDiacritics } from '../../domain/fold-diacritics.ts';

/** What in a text names a person, by kind; none when nothing does. */
export type FindIdentifiers = (text: string) => readonly string[];

/**
 * Whether words about to leave name a person: by their form, or because they are among those this call must keep (the
 * names and numbers of the patient whose chart is open, however they are written).
 */
export function namesAPerson(
  words: readonly string[],
  { findIdentifiers, withheld }: { findIdentifiers: FindIdentifiers; withheld: readonly string[] },
): boolean {
  const secrets = withheld.map(plainWords).filter((secret) => secret.trim() !== '');
  // Together as well: what is kept back may be spread over two fields.
  const together = plainWords(words.join(' '));
  if (secrets.some((secret) => together.includes(secret))) return true;
  return words.some((text) => findIdentifiers(text).length > 0);
}

/** Words only, unmarked and in lower case, with a space at each end so that a part of a word never matches. */
function plainWords(text: string): string {
  const words =
    foldDiacritics(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? '' : ` ${words.join(' ')} `;
}
