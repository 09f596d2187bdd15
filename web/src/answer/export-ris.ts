import type { Source } from '../../../src/domain/answer.ts';

/** The references as RIS, for reference managers: each document once. */
export function exportRis(sources: readonly Source[]): string {
  const once = sources.filter(
    (source, i) => sources.findIndex(({ document_id }) => document_id === source.document_id) === i,
  );
  return once.map(record).join('');
}

function record({ title, journal, year, url, pmid, source_type, document_id }: Source): string {
  const fields: [string, string | null][] = [
    ['TY', source_type === 'pubmed' ? 'JOUR' : 'RPRT'],
    ['TI', title],
    [source_type === 'pubmed' ? 'JO' : 'PB', journal],
    ['PY', String(year)],
    ['DO', doiOf(url)],
    ['UR', url],
    ['AN', pmid],
    ['DB', pmid === null ? null : 'PubMed'],
    ['ID', document_id],
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
