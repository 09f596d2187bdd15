import { wordsOf } from './drug-words.ts';

/** Whether a text holds a phrase as whole words, marks or not. "Non-opioid" is not "opioid". */
export function hasPhrase(text: string, phrase: string): boolean {
  const [words, sought] = [plain(text), plain(phrase)];
  return sought.trim() !== '' && words.replaceAll(` non${sought}`, ' ').includes(sought);
}

function plain(text: string): string {
  return ` ${wordsOf(text)
    .map((word) => word.plain)
    .join(' ')} `;
}
