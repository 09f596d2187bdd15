import type { Source } from '../../../src/domain/answer.ts';
import type { Texts } from '../text/texts.en.ts';

/** The references as RIS, for reference managers: each document once. */
export function exportRis(sources: readonly Source[], t: Texts): string {
  const once = sources.filter(
    (source, i) => sources.findIndex(({ document_id }) => document_id === source.document_id) === i,
  );
  return once.map((source) => record(source, t)).join('');
}

function record(source: Source, t: Texts): string {
  const { title, journal, year, url, pmid, source_type, document_id, summary_of, fictional } = source;
  const fields: [string, string | null][] = [
    ['TY', source_type === 'pubmed' ? 'JOUR' : 'RPRT'],
    ['TI', title],
    [source_type === 'pubmed' ? 'JO' : 'PB', journal],
    ['PY', year === null ? null : String(year)],
    ['DO', doiOf(url)],
    ['UR', url],
    ['AN', pmid],
    ['DB', pmid === null ? null : 'PubMed'],
    ['ID', document_id],
    ['N1', summary_of ? t.summaryOf(summary_of) : null],
    ['N1', fictional ? t.fictional : null],
  ];
  const lines = fields.flatMap(([tag, value]) => (value ? [`${tag}  - ${onOneLine(value)}`] : []));
  return `${[...lines, 'ER  - '].join('\r\n')}\r\n\r\n`;
}

function doiOf(url: string | null): string | null {
  return /^https?:\/\/(?:dx\.)?doi\.org\/(10\.\S+)$/u.exec(url ?? '')?.[1] ?? null;
}

/** A line break in a value would begin a new field. */
function onOneLine(value: string): string {
  return value.replace(/\s+/gu, ' ').trim();
}
