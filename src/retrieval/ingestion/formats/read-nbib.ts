import { type FormatReader, textOf, tooManyRecords, unreadable } from './format-reader.ts';
import { type MedlineRecord, medlineDocuments } from './medline-document.ts';
import { cleanText } from './parsed-text.ts';

type Fields = Map<string, string[]>;

/**
 * MEDLINE's tagged text: a four-letter tag, a dash, a value, and lines of six spaces that go on with it
 * (https://www.nlm.nih.gov/bsd/mms/medlineelements.html). No library on the registry reads it.
 */
export const readNbib: FormatReader = (file) => {
  const records = [...recordsOf(cleanText(textOf(file)))];
  if (records.length > file.limits.records) throw tooManyRecords(file);
  if (records.length === 0) throw unreadable(file, 'it holds no MEDLINE record');
  return medlineDocuments(records.map(toRecord));
};

function* recordsOf(text: string): Generator<Fields> {
  let fields: Fields = new Map();
  let values: string[] = [];
  for (const line of text.split('\n')) {
    const [, tag, value] = /^([A-Z]{2,4}) *- ?(.*)$/u.exec(line) ?? [];
    if (tag !== undefined && value !== undefined) {
      if (tag === 'PMID' && fields.size > 0) {
        yield fields;
        fields = new Map();
      }
      values = fields.get(tag) ?? [];
      values.push(value.trim());
      fields.set(tag, values);
    } else if (line.startsWith('      ') && values.length > 0) {
      values.push(`${values.pop()} ${line.trim()}`);
    }
  }
  if (fields.size > 0) yield fields;
}

function toRecord(fields: Fields): MedlineRecord {
  const first = (...tags: string[]) =>
    tags.flatMap((tag) => fields.get(tag) ?? []).find((v) => v !== '') ?? '';
  const ids = ['LID', 'AID'].flatMap((tag) => fields.get(tag) ?? []);
  return {
    pmid: first('PMID'),
    title: first('TI', 'BTI'),
    abstract: sectionsOf(first('AB')),
    journal: first('JT', 'TA'),
    year: Number(/\b(?:1[89]|20)\d\d\b/u.exec(first('DP'))?.[0]) || null,
    types: fields.get('PT') ?? [],
    authors: fields.get('AU') ?? [],
    doi: ids.map((id) => /^(10\.\S+) \[doi\]$/u.exec(id)?.[1]).find((doi) => doi !== undefined) ?? null,
  };
}

/** In tagged text the labels of a structured abstract stand in capitals before their text: "METHODS: …". */
function sectionsOf(abstract: string): MedlineRecord['abstract'] {
  const parts = abstract.split(/(?:^|(?<=[.?!)] ))([A-Z][A-Z ,/&'-]{3,60}): /u);
  const [lead = '', ...labelled] = parts;
  const sections = lead.trim() === '' ? [] : [{ label: '', text: lead.trim() }];
  for (let i = 0; i + 1 < labelled.length; i += 2) {
    sections.push({ label: labelled[i] ?? '', text: labelled[i + 1]?.trim() ?? '' });
  }
  return sections;
}
