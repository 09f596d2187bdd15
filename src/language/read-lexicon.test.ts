import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readLexicon, readWordLists } from './read-lexicon.ts';

const FOLDER = fileURLToPath(new URL('../../data', import.meta.url));
const files = ['gates', 'language', 'drugs', 'fhir'].flatMap((folder) =>
  readdirSync(`${FOLDER}/${folder}`)
    .filter((name) => name.endsWith('.tsv'))
    .map((name) => `${folder}/${name}`),
);

describe('readLexicon', () => {
  it('gives rows by column, in their order', () => {
    expect(readLexicon('gates/emergency-numbers', ['crisis', 'country'])[1]).toEqual({
      country: 'US',
      crisis: '988',
    });
  });

  it('refuses a column that is not there, and a list that nobody reads', () => {
    expect(() => readLexicon('gates/places', ['town'])).toThrow(/columns town/u);
    expect(() => readWordLists('gates/places', 'place', ['large'])).toThrow(/nothing reads: street/u);
  });
});

describe.each(files)('%s', (file) => {
  const [head = '', ...lines] = readFileSync(`${FOLDER}/${file}`, 'utf8').trimEnd().split('\n');
  const columns = head.split('\t');
  const rows = lines.map((line) => line.split('\t'));

  it('has a source in every row, and no row twice', () => {
    expect(columns.at(-1)).toBe('source');
    expect(rows.filter((cells) => cells.length !== columns.length || cells.at(-1) === '')).toEqual([]);
    expect(lines.filter((line, i) => lines.indexOf(line) !== i)).toEqual([]);
  });

  it('is in English and Vietnamese alone where it names languages', () => {
    const at = columns.indexOf('language');
    const languages = new Set(at === -1 ? ['en'] : rows.map((cells) => cells[at]));
    expect([...languages].filter((language) => language !== 'en' && language !== 'vi')).toEqual([]);
  });
});
