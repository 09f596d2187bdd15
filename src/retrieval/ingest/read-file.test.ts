import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { GalenError } from '../../domain/errors.ts';
import { pubmedXml, type SampleFile, sampleFiles, textFile } from '../testing/sample-files.ts';
import { wordParagraph, writeDocx } from '../testing/write-docx.ts';
import { writePdf, writePdfPages } from '../testing/write-pdf.ts';
import { writeZip } from '../testing/write-zip.ts';
import { chunkDocument } from './chunk-document.ts';
import type { ReadLimits } from './parsed-document.ts';
import { readFile } from './read-file.ts';

async function errorOf(file: SampleFile, limits: Partial<ReadLimits> = {}): Promise<GalenError> {
  const outcome = await readFile({ ...file, limits }).catch((error: unknown) => error);
  if (!(outcome instanceof GalenError)) throw new Error(`${file.name} was read`);
  expect(outcome.details.file).toBe(file.name);
  return outcome;
}

describe('readFile', () => {
  it.each(sampleFiles().map((file) => [file.name, file] as const))(
    'reads %s into text whose passages are exact slices of it',
    async (_, file) => {
      const { documents } = await readFile(file);
      expect(documents.length).toBeGreaterThan(0);
      for (const { text, pages } of documents) {
        for (const settings of [{ maxCharacters: 60 }, { maxCharacters: 200, overlap: 2 }, undefined]) {
          const passages = chunkDocument({ id: 'd', text, language: 'en', pages }, settings);
          expect(passages.length).toBeGreaterThan(0);
          for (const passage of passages) {
            expect(text.slice(passage.start, passage.end)).toBe(passage.text);
            expect(passage.text.trim()).toBe(passage.text);
            expect(passage.page).toEqual(pages === null ? null : expect.any(Number));
          }
        }
      }
    },
  );

  it('reads many files at once and one after the other', async () => {
    const once = await Promise.all(sampleFiles().map(readFile));
    const again = await Promise.all(sampleFiles().map(readFile));
    expect(again).toEqual(once);
  });
});

describe('readFile, given a file that is not what it should be,', () => {
  const paragraph = wordParagraph('Text.');
  it.each([
    ['an empty file', { name: 'empty.md', bytes: new Uint8Array() }, 'it is empty'],
    ['white space alone', textFile('blank.txt', ' \n\t\n'), 'it holds no text'],
    ['binary garbage', { name: 'garbage.md', bytes: new Uint8Array(randomBytes(5_000)) }, 'it is not text'],
    ['null characters', textFile('nulls.txt', 'a\u0000b'), 'it is not text'],
    ['a PDF cut short', { name: 'cut.pdf', bytes: writePdf([[]]).subarray(0, 40) }, 'damaged'],
    ['a PDF without text', { name: 'scan.pdf', bytes: writePdf([[]]) }, 'it holds no text'],
    ['a zip that is no DOCX', { name: 'a.docx', bytes: writeZip([{ name: 'a', content: 'b' }]) }, 'no Word'],
    ['a DOCX cut short', { name: 'b.docx', bytes: writeDocx(paragraph).subarray(0, 300) }, 'damaged'],
    ['XML cut short', textFile('cut.xml', pubmedXml().slice(0, -60)), 'its XML is damaged at line'],
    ['other XML', textFile('other.xml', '<feed><entry/></feed>'), 'not a PubmedArticleSet'],
    ['a CSV of something else', textFile('other.csv', 'a,b\n1,2\n'), 'no column CAUHOI, CAUTRALOI'],
    ['a CSV with a broken quote', textFile('quote.csv', 'CAUHOI,CAUTRALOI\n"a,b\n'), 'its CSV is damaged'],
    ['JSON lines that are none', textFile('no.jsonl', 'hello\nthere\n'), 'line 1: it is not valid JSON'],
    ['MEDLINE text that is none', textFile('no.nbib', 'hello\nthere\n'), 'no MEDLINE record'],
  ])('says so of %s', async (_, file, problem) => {
    const error = await errorOf(file);
    expect(error.code).toBe('DOCUMENT_UNREADABLE');
    expect(error.details.problem).toContain(problem);
  });

  it.each([
    [{ name: 'a.md', bytes: writePdf([[]]) }, 'it is named .md, but holds pdf'],
    [{ name: 'a.pdf', bytes: writeDocx(paragraph) }, 'it is named .pdf, but holds docx'],
    [textFile('a.pdf', 'text'), 'it is named .pdf, but does not hold pdf'],
    [textFile('a.txt', '<!DOCTYPE html><p>x'), 'it is named .txt, but holds html'],
    [textFile('a.csv', pubmedXml()), 'it is named .csv, but holds pubmed-xml'],
    [{ name: 'a.docx', bytes: Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1]) }, 'it holds an old Office file'],
    [textFile('a.exe', 'text'), 'it is named .exe'],
    [textFile('constructor.constructor', 'text'), 'it is named .constructor'],
    [textFile('README', 'text'), 'it has no extension'],
  ])('refuses %o by name: %s', async (file, problem) => {
    const error = await errorOf(file);
    expect(error.code).toBe('DOCUMENT_FORMAT_UNKNOWN');
    expect(error.details.problem).toBe(problem);
  });
});

describe('readFile, given a hostile file,', () => {
  const twoPages = writePdf([[{ text: 'one', y: 700 }], [{ text: 'two', y: 700 }]]);
  const bomb = Buffer.alloc(50_000_000, ' ');
  const csvRow = 'a,b\n';

  it.each([
    ['more bytes', textFile('a.txt', 'hello'), { bytes: 4 }, 'more than 4 bytes'],
    ['more pages', { name: 'a.pdf', bytes: twoPages }, { pages: 1 }, 'more than 1 pages'],
    [
      'more lines of JSON',
      textFile('a.jsonl', '{"text":"a"}\n'.repeat(3)),
      { records: 2 },
      'more than 2 records',
    ],
    ['more articles', textFile('a.xml', pubmedXml()), { records: 0 }, 'more than 0 records'],
    ['more text', textFile('a.txt', 'hello'), { characters: 4 }, 'more than 4 characters'],
    [
      'a million rows',
      textFile('a.csv', `CAUHOI,CAUTRALOI\n${csvRow.repeat(1_000_000)}`),
      {},
      'more than 200000 records',
    ],
    [
      'a zip bomb',
      { name: 'a.docx', bytes: writeZip([{ name: 'word/document.xml', content: bomb }]) },
      { unpackedBytes: 1_000_000 },
      'unpacks to more than 1000000 bytes',
    ],
  ])('refuses %s: too large', async (_, file, limits, problem) => {
    const error = await errorOf(file, limits);
    expect(error.code).toBe('DOCUMENT_TOO_LARGE');
    expect(error.details.problem).toContain(problem);
  });

  it('unpacks no zip bomb that lies about its size', async () => {
    const bytes = writeZip([{ name: 'word/document.xml', content: bomb, claimedSize: 100 }]);
    const error = await errorOf({ name: 'a.docx', bytes });
    expect(error.details.problem).toContain('unpacks to more than it says');
  });

  it('expands no entities, in XML or in a DOCX', async () => {
    const laughs = ['<!DOCTYPE PubmedArticleSet [<!ENTITY a "ha">']
      .concat([...'bcdefghij'].map((name, i) => `<!ENTITY ${name} "${`&${'abcdefghi'[i]};`.repeat(10)}">`))
      .concat(']>')
      .join('');
    const xml = `${laughs}<PubmedArticleSet><PubmedArticle>&j;</PubmedArticle></PubmedArticleSet>`;
    expect((await errorOf(textFile('a.xml', xml))).details.problem).toBe('it declares XML entities');
    const docx = { name: 'a.docx', bytes: writeDocx(wordParagraph('&j;'), laughs) };
    expect((await errorOf(docx)).details.problem).toBe('its XML declares entities');
  });

  it('kills the reader of a file that takes too long', async () => {
    const operators = Buffer.from('BT /F1 10 Tf (a) Tj ET\n'.repeat(300_000));
    const bytes = writePdfPages(Array.from({ length: 3 }, () => ({ dictionary: '', content: operators })));
    const error = await errorOf({ name: 'slow.pdf', bytes }, { milliseconds: 700, bytes: 1e9 });
    expect(error.details.problem).toBe('reading it takes longer than 700 ms');
    expect((await readFile(textFile('next.md', 'Still here.'))).documents).toHaveLength(1);
  });

  it('survives nesting deeper than a stack', async () => {
    const error = await errorOf(textFile('deep.html', `<!doctype html>${'<div>'.repeat(200_000)}x`), {
      milliseconds: 2_000,
    });
    expect(error.code).toBe('DOCUMENT_UNREADABLE');
  });
});
