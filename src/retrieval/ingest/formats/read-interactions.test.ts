import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readInteractions } from './read-interactions.ts';

const TABLE = {
  sources: {
    bnf: { title: 'British National Formulary', organisation: 'BMJ Group', year: 2024 },
    label: { title: 'Prescribing information', organisation: 'FDA', year: 2017 },
  },
  rows: [
    {
      a: 'warfarin',
      b: 'nsaid',
      severity: 'major',
      effect: { en: 'Higher risk of bleeding.', vi: 'Tăng nguy cơ chảy máu.' },
      action: { en: 'Avoid.', vi: 'Tránh dùng.' },
      source: 'bnf',
    },
    {
      a: 'warfarin',
      b: 'amiodarone',
      beside_class: ['nsaid'],
      severity: 'major',
      effect: { en: 'INR rises.', vi: 'INR tăng.' },
      action: { en: 'Check the INR weekly.', vi: 'Kiểm tra INR mỗi tuần.' },
      source: 'label',
    },
  ],
};
const CLASSES = {
  rows: [
    {
      class: 'nsaid',
      names: { en: 'NSAIDs', vi: 'thuốc kháng viêm không steroid' },
      members: ['ibuprofen', 'naproxen', 'diclofenac', 'ketoprofen'],
    },
  ],
};

describe('readInteractions', () => {
  it('gives each drug a document in either language, with a sentence for each row', () => {
    const [english, vietnamese, ...rest] = readInteractions(TABLE, CLASSES);
    expect(rest).toEqual([]);
    expect(english).toMatchObject({
      id: 'interactions.warfarin.en',
      language: 'en',
      year: 2024,
      reference: 'British National Formulary, BMJ Group (2024); Prescribing information, FDA (2017)',
    });
    expect(english?.text).toBe(
      '# Warfarin: interactions with other medicines\n\n' +
        'Warfarin together with NSAIDs (ibuprofen, naproxen, diclofenac), major: higher risk of bleeding; avoid.\n\n' +
        'Warfarin together with amiodarone and with NSAIDs (ibuprofen, naproxen, diclofenac), major: INR rises; check the INR weekly.\n',
    );
    expect(vietnamese?.text).toContain(
      'Warfarin dùng chung với thuốc kháng viêm không steroid (ibuprofen, naproxen, diclofenac), nghiêm trọng: tăng nguy cơ chảy máu; tránh dùng.',
    );
  });

  it('says every row of the table that ships, once in each language', () => {
    const read = (name: string) =>
      JSON.parse(readFileSync(new URL(`../../../../knowledge/drug-safety/${name}`, import.meta.url), 'utf8'));
    const table = read('interactions.json');
    const documents = readInteractions(table, read('drug-classes.json'));
    expect(new Set(documents.map(({ id }) => id)).size).toBe(documents.length);
    const lines = documents.flatMap(({ text }) => text.split('\n\n').slice(1));
    expect(lines).toHaveLength(2 * table.rows.length);
    expect(lines.filter((line) => /\{|undefined/u.test(line))).toEqual([]);
  });
});
