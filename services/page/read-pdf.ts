import { getDocumentProxy } from 'unpdf';

/** The words of a printed page, in their order, spaces as one. */
export async function readPdf(bytes: Uint8Array): Promise<string> {
  const file = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const pages: string[] = [];
  for (let number = 1; number <= file.numPages; number += 1) {
    const { items } = await (await file.getPage(number)).getTextContent();
    pages.push(items.map((item: object) => ('str' in item ? item.str : '')).join(' '));
  }
  await file.destroy();
  return pages.join(' ').replaceAll(/\s+/gu, ' ');
}
