const ITEM = /^[ \t]{0,8}\d{1,2}[.):][ \t]+(\S.*)$/gmu;

/** The items of a numbered list, wherever in a text it stands. */
export function readNumberedList(text: string): string[] {
  return [...text.matchAll(ITEM)].map(([, item = '']) => item.replaceAll('**', '').trim());
}
