import { type CheerioAPI, load, loadBuffer } from 'cheerio';
import { Language } from '../../../domain/language.ts';
import {
  decodeText,
  type FormatReader,
  oneLine,
  type ParsedFile,
  parsedText,
  titleFromName,
  unreadable,
} from '../parsed-document.ts';

/** An HTML page is one document. Nothing in it is run or fetched. */
export const readHtml: FormatReader = (file) => {
  const text = decodeText(file.bytes);
  if (text !== null) return readPage(load(text), file.name);
  // Older pages are in the encoding they declare; undeclared bytes would only be guessed at.
  const head = Buffer.from(file.bytes.subarray(0, 2_048)).toString('latin1');
  if (!/<meta[^>]+charset/iu.test(head)) throw unreadable(file, 'it is not text in UTF-8');
  return readPage(loadBuffer(Buffer.from(file.bytes)), file.name);
};

export function readPage($: CheerioAPI, name: string): ParsedFile {
  const title =
    oneLine($('head title').first().text()) || oneLine($('h1').first().text()) || titleFromName(name);
  const language = Language.safeParse($('html').attr('lang')?.slice(0, 2).toLowerCase());
  const text = htmlBlocks($, title);
  return { documents: [parsedText({ title, text, language: language.data ?? null })], skipped: [] };
}

/** Not the document's own words, or not shown to whoever reads it. */
const DROPPED =
  'script, style, nav, noscript, template, iframe, object, embed, svg, canvas, form, button, head, ' +
  'body > header, body > footer, aside, [hidden], [aria-hidden="true"], ' +
  '[style*="display:none"], [style*="display: none"], [style*="visibility:hidden"], [style*="visibility: hidden"]';

const BLOCKS = new Set(
  (
    'address article blockquote body caption center dd details div dl dt fieldset figcaption figure footer ' +
    'h1 h2 h3 h4 h5 h6 header hr li main ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);

type Node = ReturnType<ReturnType<CheerioAPI>['contents']>[number];

/** The text of a page as Markdown blocks: headings, paragraphs, list items, table rows. */
export function htmlBlocks($: CheerioAPI, title: string): string {
  $(DROPPED).remove();
  const blocks: string[] = [];
  let inline = '';

  function flush(prefix: string): void {
    const text = oneLine(inline);
    inline = '';
    if (text !== '') blocks.push(`${prefix}${text}`);
  }

  function walk(node: Node, prefix: string): void {
    if (node.type === 'text') inline += node.data;
    if (node.type !== 'tag' && node.type !== 'root') return;
    const name = node.type === 'tag' ? node.name : 'body';
    if (name === 'br') flush(prefix);
    else if (name === 'sup') appendPower(node);
    else walkChildren(node.children, name, prefix);
  }

  function walkChildren(children: readonly Node[], name: string, prefix: string): void {
    const isBlock = BLOCKS.has(name);
    const own = isBlock ? prefixOf(name, prefix) : prefix;
    if (isBlock) flush(prefix);
    for (const child of children) {
      // Cells of a row stand side by side.
      if (name === 'tr' && child.type === 'tag' && inline.trim() !== '') inline += ' | ';
      walk(child, own);
    }
    if (isBlock) flush(own);
  }

  /** "10<sup>9</sup>" must not become 109. */
  function appendPower(node: Node): void {
    const power = $(node).text();
    inline += /\d$/u.test(inline) && /^\s*[-−+]?\d/u.test(power) ? `^${power.trim()}` : power;
  }

  for (const root of $.root().contents().toArray()) walk(root, '');
  flush('');
  return joinBlocks(blocks.filter((block) => block.replace(/^#+ /u, '') !== title || !block.startsWith('#')));
}

function prefixOf(name: string, inherited: string): string {
  const level = /^h([1-6])$/u.exec(name)?.[1];
  // A single # is the document's title, and a page may have several h1.
  if (level !== undefined) return `${'#'.repeat(Math.max(2, Number(level)))} `;
  if (name === 'li') return '- ';
  return inherited === '- ' ? inherited : '';
}

/** Items of a list stand line under line; everything else is a paragraph. */
function joinBlocks(blocks: readonly string[]): string {
  return blocks
    .map((block, i) => {
      if (i === 0) return block;
      const isNextItem = block.startsWith('- ') && blocks[i - 1]?.startsWith('- ') === true;
      return `${isNextItem ? '\n' : '\n\n'}${block}`;
    })
    .join('');
}
