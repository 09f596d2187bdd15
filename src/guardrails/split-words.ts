import { stemOf } from './content-words.ts';

/** A word or a number of a sentence, and the clause it stands in. */
export interface Word {
  text: string;
  stem: string;
  clause: number;
  /** False for the small words between those that say something. */
  isContent: boolean;
}

const TOKEN = /\p{L}+|\d+(?:[.,]\d+)*|[,;:()–—]/gu;
const SMALL_WORDS = new Set(
  (
    'a an the of in on at to for by with from and or as is are was were be been being it its this that these those than ' +
    'did do does has have had there which who also any not can could may might should would will shall must ' +
    'là và của ở cho với từ các những một được bị đã đang sẽ có thể này đó thì mà do vào ra để khi như cũng'
  ).split(' '),
);

/** The words of a sentence in order, in lower case; denials written together are taken apart. */
export function splitWords(text: string): Word[] {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/n[’']t(?!\p{L})/gu, ' not')
    .replaceAll('cannot', 'can not');
  const words: Word[] = [];
  let clause = 0;
  for (const [token] of plain.matchAll(TOKEN)) {
    if (/^[,;:()–—]$/u.test(token)) clause += 1;
    else words.push({ text: token, stem: stemOf(token), clause, isContent: !SMALL_WORDS.has(token) });
  }
  return words;
}
