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
/** The first class of the table with this everyday name, and more classes behind it. */
const withPlain = (plain: unknown, ...more: object[]) => ({
  rows: [...CLASSES.rows.map((row) => ({ ...row, plain })), ...more],
});
const PAINKILLERS = { en: 'painkillers, also for arthritis', vi: 'thuốc giảm đau, dùng cả cho khớp' };
const THINNERS = { en: 'blood thinners', vi: 'thuốc loãng máu' };
const names = { en: 'a class', vi: 'một nhóm' };
const shipped = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../knowledge/drug-safety/${name}`, import.meta.url), 'utf8'));

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

  it('adds the everyday name of a class, wherever the class stands in the sentence', () => {
    const [english, vietnamese] = readInteractions(TABLE, withPlain(PAINKILLERS));
    const nsaids = 'NSAIDs (painkillers, also for arthritis, such as ibuprofen, naproxen, diclofenac)';
    expect(english?.text).toContain(`Warfarin together with ${nsaids}, major: higher`);
    expect(english?.text).toContain(`Warfarin together with amiodarone and with ${nsaids}, major: INR`);
    expect(vietnamese?.text).toContain(
      'dùng chung với thuốc kháng viêm không steroid (thuốc giảm đau, dùng cả cho khớp, như ibuprofen, naproxen, diclofenac), nghiêm trọng',
    );
  });

  it('adds the everyday name of a drug: that of the narrowest of its classes which has one', () => {
    const [english, vietnamese] = readInteractions(
      TABLE,
      withPlain(
        undefined,
        { class: 'coumarins', names, plain: THINNERS, members: ['warfarin', 'acenocoumarol'] },
        { class: 'oral', names, plain: { en: 'tablets', vi: 'thuốc viên' }, members: ['x', 'y', 'warfarin'] },
        { class: 'alone', names, members: ['warfarin'] },
      ),
    );
    expect(english?.title).toBe('Warfarin: interactions with other medicines');
    expect(english?.text).toContain('Warfarin (one of the blood thinners) together with NSAIDs (ibuprofen, ');
    expect(vietnamese?.text).toContain('Warfarin (thuốc loãng máu) dùng chung với amiodarone và với ');
  });

  it('adds no everyday name that the name of the class says already', () => {
    const [, vietnamese] = readInteractions(TABLE, withPlain({ en: 'painkillers', vi: 'thuốc kháng viêm' }));
    expect(vietnamese?.text).toContain(
      'với thuốc kháng viêm không steroid (ibuprofen, naproxen, diclofenac),',
    );
  });

  it.each([{ en: 'painkillers' }, { en: 'painkillers', vi: '' }, 'painkillers'])(
    'refuses the everyday name %j, which not everybody can read',
    (plain) => {
      expect(() => readInteractions(TABLE, withPlain(plain))).toThrow('plain');
    },
  );

  it('says once what the table says of two drugs with the same everyday name', () => {
    const [row] = TABLE.rows;
    const others = [
      { ...row, a: 'acenocoumarol', source: 'label' },
      { ...row, a: 'acenocoumarol', severity: 'moderate' },
      { ...row, a: 'lithium' },
    ];
    const documents = readInteractions(
      { ...TABLE, rows: [row, ...others] },
      withPlain(undefined, { class: 'vka', names, plain: THINNERS, members: ['warfarin', 'acenocoumarol'] }),
    );
    const english = documents.filter(({ language }) => language === 'en');
    expect(english.map(({ id, reference }) => [id, reference])).toEqual([
      [
        'interactions.warfarin.en',
        'British National Formulary, BMJ Group (2024); Prescribing information, FDA (2017)',
      ],
      ['interactions.acenocoumarol.en', 'British National Formulary, BMJ Group (2024)'],
      ['interactions.lithium.en', 'British National Formulary, BMJ Group (2024)'],
    ]);
    expect(english[0]?.text).toContain(
      'Warfarin or acenocoumarol (one of the blood thinners) together with NSAIDs',
    );
    expect(english[1]?.text).toContain('Acenocoumarol (one of the blood thinners) together with NSAIDs');
  });

  it('says every row of the table that ships, once in each language', () => {
    const table: { rows: { a: string; effect: { en: string } }[] } = shipped('interactions.json');
    const classes: { rows: { class: string }[] } = shipped('drug-classes.json');
    const documents = readInteractions(table, classes);
    expect(new Set(documents.map(({ id }) => id)).size).toBe(documents.length);
    const lines = documents.flatMap(({ text }) => text.split('\n\n').slice(1));
    // A drug that shares a line with another is named in it.
    const isClass = new Set(classes.rows.map((row) => row.class));
    const english = documents.filter(({ language }) => language === 'en');
    const named = english
      .flatMap(({ text }) => text.split('\n\n').slice(1))
      .flatMap(
        (line) =>
          line
            .split(/ \(| together with /u)[0]
            ?.toLowerCase()
            .split(' or ') ?? [],
      );
    for (const drug of new Set(table.rows.map(({ a }) => a).filter((a) => !isClass.has(a)))) {
      const its = table.rows.filter(({ a }) => a === drug);
      expect([drug, named.filter((name) => name === drug).length]).toEqual([drug, its.length]);
    }
    expect(lines.filter((line) => /\{|undefined/u.test(line))).toEqual([]);
  });
});

describe('the everyday names of classes that ship', () => {
  interface Row {
    class: string;
    plain?: { en: string; vi: string };
  }
  const rows: Row[] = shipped('drug-classes.json').rows;

  it('are there for every class of the interaction table but these, which only clinicians speak of', () => {
    const technical = [
      'amphetamine-like',
      'anticholinergic',
      'contraceptive-relevant-inducer',
      'cyp1a2-strong-inhibitor',
      'cyp1a2-weaker-inhibitor',
      'cyp2d6-strong-inhibitor',
      'cyp3a4-forbidden-substrate',
      'cyp3a4-moderate-inhibitor',
      'cyp3a4-statin',
      'cyp3a4-strong-inducer',
      'cyp3a4-strong-inhibitor',
      'mao-inhibiting',
      'qt-prolonging',
      'serotonergic-antidepressant',
      'serotonergic-opioid',
    ];
    const table: { a: string; b: string; beside_class?: string[] }[] = shipped('interactions.json').rows;
    const named = new Set(table.flatMap(({ a, b, beside_class = [] }) => [a, b, ...beside_class]));
    const without = rows.filter((row) => named.has(row.class) && row.plain === undefined);
    expect(without.map((row) => row.class).toSorted()).toEqual(technical);
  });

  it('are short, and read well within the brackets of a sentence', () => {
    const plain = rows.flatMap((row) => (row.plain ? [row.plain.en, row.plain.vi] : []));
    expect(plain.length).toBeGreaterThan(300);
    expect(plain.filter((name) => name.length > 80 || /[().;:{}]|such as|như /u.test(name))).toEqual([]);
  });
});
