import { createHash } from 'node:crypto';
import { CsvError, parse } from 'csv-parse/sync';
import { PAIR_HEADINGS } from '../../../../texts/consult.ts';
import { Language } from '../../../domain/language.ts';
import { foldDiacritics, wordsAlone } from '../../../language/fold-diacritics.ts';
import {
  cleanText,
  type FileToRead,
  type FormatReader,
  oneLine,
  type ParsedDocument,
  type ParsedFile,
  parsedText,
  textOf,
  tooManyRecords,
  unreadable,
} from '../parsed-document.ts';

const REQUIRED = ['CAUHOI', 'CAUTRALOI'];

/**
 * Question–answer pairs, a row each, under DEMUC, CHUDECON, MASO or STT, CAUHOI, CAUTRALOI, GIAITHICH and THAMKHAO. A
 * file named `….vi.csv` or `….en.csv` says its language so.
 */
export const readQuestionAnswerCsv: FormatReader = (file) => {
  const [header = [], ...rows] = rowsOf(file);
  const columns = header.map((name) =>
    foldDiacritics(name)
      .toUpperCase()
      .replace(/[^A-Z]/gu, ''),
  );
  const missing = REQUIRED.filter((name) => !columns.includes(name));
  if (missing.length > 0) throw unreadable(file, `it has no column ${missing.join(', ')}`);
  const language = languageOf(file.name);
  const documents = new Map<string, ParsedDocument>();
  const skipped: ParsedFile['skipped'] = [];
  const rowOfQuestion = new Map<string, number>();

  for (const [i, row] of rows.entries()) {
    if (row.every((value) => value.trim() === '')) continue;
    // As a spreadsheet counts, the header being row 1.
    const number = i + 2;
    const cell = (...names: string[]) =>
      names.map((name) => cleanText(row[columns.indexOf(name)] ?? '')).find((value) => value !== '') ?? '';
    const key = keyOf(cell('CAUHOI'));
    const earlier = rowOfQuestion.get(key);
    const reason =
      cell('CAUHOI') === ''
        ? 'its question is blank'
        : cell('CAUTRALOI') === ''
          ? 'its answer is blank'
          : earlier !== undefined
            ? `its question is that of row ${earlier}`
            : null;
    if (reason !== null) skipped.push({ place: `row ${number}`, reason });
    else {
      rowOfQuestion.set(key, number);
      documents.set(key, toDocument({ key, language, cell }));
    }
  }
  return { documents: [...documents.values()], skipped };
};

function rowsOf(file: FileToRead): string[][] {
  const text = textOf(file);
  const firstLine = /^[^\n]*/u.exec(text)?.[0] ?? '';
  // Spreadsheets in Vietnamese save with semicolons, the comma being the decimal mark.
  const delimiter = [',', ';', '\t'].reduce((best, candidate) =>
    firstLine.split(candidate).length > firstLine.split(best).length ? candidate : best,
  );
  const most = file.limits.records + 1;
  try {
    const rows = parse(text, { bom: true, delimiter, relax_column_count: true, to: most + 1 });
    if (rows.length > most) throw tooManyRecords(file);
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(file, `its CSV is damaged (${error.code}, line ${String(error.lines)})`);
  }
}

/** By its question, so that neither order nor numbering, which often starts anew in each topic, changes it. */
function keyOf(question: string): string {
  return `q-${createHash('sha256').update(wordsAlone(question)).digest('hex').slice(0, 16)}`;
}

function languageOf(fileName: string): Language | null {
  const suffix = /\.([a-z]+)\.[^.]+$/u.exec(fileName)?.[1];
  return Language.safeParse(suffix).data ?? null;
}

function toDocument(pair: {
  key: string;
  language: Language | null;
  cell: (...names: string[]) => string;
}): ParsedDocument {
  const { key, language, cell } = pair;
  const texts = [cell('CAUHOI'), cell('CAUTRALOI'), cell('GIAITHICH')];
  const number = oneLine(cell('MASO', 'STT')) || null;
  return parsedText({
    key,
    number,
    language,
    title: cell('CAUHOI'),
    text: texts
      .map((text, i) => (text === '' ? '' : `## ${PAIR_HEADINGS[language ?? 'vi'][i]}\n\n${text}`))
      .filter((section) => section !== '')
      .join('\n\n'),
    reference: oneLine(cell('THAMKHAO')) || number,
    source_type: 'qa',
    demuc: oneLine(cell('DEMUC')) || null,
    chu_de_con: oneLine(cell('CHUDECON')) || null,
  });
}
