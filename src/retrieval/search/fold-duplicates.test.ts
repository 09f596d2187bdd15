import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RankedPassage } from '../../domain/passage.ts';
import { rankedPassage } from '../testing/ranked-passage.ts';
import { foldDuplicates } from './keep-relevant.ts';

const LONG =
  'Metformin is started at 500 mg once daily with the evening meal and raised every one to two weeks, ' +
  'as the stomach allows, up to 2000 mg a day.';

interface Part {
  title?: string;
  language?: 'en' | 'vi';
  path?: string[];
}
const passage = (id: string, text: string, { title = 'Metformin', language = 'en', path = [] }: Part = {}) =>
  rankedPassage({ id, heading_path: path, document: { id, text, title, language } });
const idsOf = (passages: readonly RankedPassage[]) => passages.map(({ id }) => id);
const folds = (a: [string, Part?], b: [string, Part?]) =>
  foldDuplicates([passage('a', ...a), passage('b', ...b)]).length === 1;

describe('foldDuplicates', () => {
  it('keeps the better placed of two that say the same, and names the other on it', () => {
    const folded = foldDuplicates([passage('a', LONG), passage('x', 'Another.'), passage('b', LONG)]);
    expect(folded.map(({ id, also_in }) => [id, also_in])).toEqual([
      ['a', ['b']],
      ['x', undefined],
    ]);
  });

  it.each([
    ['case, punctuation and line breaks', LONG.toUpperCase().replace('-', ' ').replaceAll(' ', '\n')],
    ['the marks of Markdown', `**${LONG.replace('500 mg', '*500 mg*')}**`],
    ['an article', LONG.replace('the evening', 'evening')],
    ['a space before a unit', LONG.replace('500 mg', '500mg')],
    ['decomposed letters', LONG.normalize('NFD')],
  ])('folds what differs in %s', (_, text) => {
    expect(folds([LONG], [text])).toBe(true);
  });

  it('folds what is only a part, but not half a sentence', () => {
    const whole = `# Dose\n\nNobody doubts it. ${LONG} Or do they?\n\nStop it before surgery`;
    expect(folds([whole], [LONG])).toBe(true);
    expect(folds([whole], ['Stop it before surgery.'])).toBe(true);
    expect(folds([whole], ['Nobody doubts it.'])).toBe(true);
    expect(folds(['It is a myth that metformin is safe.'], ['Metformin is safe.'])).toBe(false);
    expect(folds(['Metformin is safe in theory.'], ['Metformin is safe.'])).toBe(false);
  });

  it('folds British and American spelling', () => {
    const british = 'Diarrhoea and anaemia in randomised patients with tumours of the oesophagus.';
    const american = 'Diarrhea and anemia in randomized patients with tumors of the esophagus.';
    expect(folds([british], [american])).toBe(true);
  });

  it.each([
    ['a dose', '500 mg', '850 mg'],
    ['a unit', '500 mg', '500 mcg'],
    ['a number in words', 'one to two weeks', 'three to four weeks'],
    ['a drug', 'Metformin', 'Acarbose'],
    ['a denial', 'is started', 'is not started'],
    ['a condition', 'as the stomach allows', 'unless the stomach allows'],
  ])('keeps what differs in %s', (_, from, to) => {
    expect(folds([LONG], [LONG.replace(from, to)])).toBe(false);
  });

  it.each([
    ['eGFR < 30: stop', 'eGFR > 30: stop'],
    ['A T-score of -2.5', 'A T-score of 2.5'],
    ['TSH ↑, T4 ↓', 'TSH ↓, T4 ↑'],
    ['👍', '👎'],
    ['—', '***'],
    ['Vitamin A is lacking', 'Vitamin is lacking'],
    ['Take it before meals', 'Take it after meals'],
    ['Take 1.5 tablets', 'Take 15 tablets'],
    ['Đường huyết tăng', 'Đường huyết tằng'],
  ])('keeps both "%s" and "%s"', (a, b) => {
    expect(folds([a], [b])).toBe(false);
  });

  it('keeps the same words in another language, under another heading or of another drug', () => {
    expect(folds([LONG, { language: 'en' }], [LONG, { language: 'vi' }])).toBe(false);
    expect(folds([LONG, { path: ['Adults', 'Dose'] }], [LONG, { path: ['Children', 'Dose'] }])).toBe(false);
    expect(folds([LONG, { title: 'Metformin' }], [LONG, { title: 'Acarbose' }])).toBe(false);
    expect(folds([LONG, { title: 'Type 1 diabetes' }], [LONG, { title: 'Type 2 diabetes' }])).toBe(false);
  });

  it('folds a copy under another name, unless it is too short to stand without its title', () => {
    expect(folds([LONG, { title: 'notes' }], [LONG, { title: 'copy' }])).toBe(true);
    const short = 'Yes, with meals.';
    expect(folds([short, { title: 'May I eat mango?' }], [short, { title: 'May I drink milk?' }])).toBe(
      false,
    );
    expect(folds([short, { title: 'May I?' }], [short, { title: 'May I?' }])).toBe(true);
  });

  it('takes the title among the headings for no heading', () => {
    expect(folds([LONG, { path: ['Metformin', 'Dose'] }], [LONG, { path: ['Dose'] }])).toBe(true);
  });

  it('keeps a worse one that says more', () => {
    expect(folds([LONG], [`${LONG} Stop it before surgery.`])).toBe(false);
  });

  const texts = fc.constantFrom(
    '',
    '—',
    LONG,
    LONG.toLowerCase(),
    `${LONG} More.`,
    'More.',
    'Less 5 mg.',
    'Less 6 mg.',
  );
  const parts = fc.record({
    title: fc.constantFrom('Metformin', 'metformin', 'Acarbose'),
    language: fc.constantFrom('en' as const, 'vi' as const),
    path: fc.constantFrom<string[]>([], ['Dose']),
  });
  const ranked = fc
    .array(fc.tuple(texts, parts), { maxLength: 12 })
    .map((all) => all.map(([text, part], i) => passage(`p${i}`, text, part)));

  it('folds nothing more the second time', () => {
    fc.assert(
      fc.property(ranked, (passages) => {
        const once = foldDuplicates(passages);
        expect(foldDuplicates(once)).toEqual(once);
      }),
    );
  });

  it('keeps the order and the best, and loses no passage', () => {
    fc.assert(
      fc.property(ranked, (passages) => {
        const folded = foldDuplicates(passages);
        const kept = idsOf(folded);
        expect(kept).toEqual(idsOf(passages).filter((id) => kept.includes(id)));
        expect(kept[0]).toBe(passages[0]?.id);
        const all = folded.flatMap(({ id, also_in = [] }) => [id, ...also_in]);
        expect(all.sort()).toEqual(idsOf(passages).sort());
      }),
    );
  });

  it('never folds passages whose numbers differ', () => {
    const number = fc.integer({ min: 0, max: 5_000 });
    fc.assert(
      fc.property(number, number, (a, b) => {
        fc.pre(a !== b);
        const dose = (mg: number) => LONG.replace('2000', String(mg));
        expect(folds([dose(a)], [dose(b)])).toBe(false);
      }),
    );
  });
});
