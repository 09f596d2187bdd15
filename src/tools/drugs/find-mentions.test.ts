import { describe, expect, it } from 'vitest';
import { makeCitable } from '../make-citable.ts';
import { DRUG_CLASSES } from '../testing/sample-drug-classes.ts';
import { drugTerms, findMentions } from './check-pair.ts';
import type { NamedDrug } from './drug-label.ts';

const drug = (given: string, ingredients = [given]): NamedDrug => ({
  given,
  ingredients,
  rxcui: null,
  match: 'exact',
  note: null,
});

function mentions(text: string, other: NamedDrug, labelOf = drug('labelled')) {
  const { passages } = makeCitable(
    {
      id: 'd',
      tenant_id: 't',
      title: 'T',
      source_type: 's',
      evidence_level: 'rct',
      journal: '',
      year: 2020,
      url: null,
      created_at: '',
    },
    [{ heading: 'drug interactions', text }],
  );
  return findMentions(passages, drugTerms(other, labelOf, DRUG_CLASSES));
}

describe('a label speaks of a drug', () => {
  it.each([
    ['by its name', 'Avoid use with Ibuprofen.', 'ibuprofen', 'ibuprofen'],
    [
      'by its class',
      'Avoid nonsteroidal anti-inflammatory drugs.',
      'ibuprofen',
      'nonsteroidal anti-inflammatory drugs',
    ],
    ['by its class in the singular', 'With an NSAID the risk rises.', 'ibuprofen', 'nsaid'],
    ['by its American name', 'Acetaminophen may raise the INR.', 'paracetamol', 'acetaminophen'],
    ['in brackets', 'Azole antifungals (e.g., ketoconazole) raise levels.', 'ketoconazole', 'ketoconazole'],
  ])('%s', (_how, text, name, term) => {
    expect(mentions(text, drug(name))).toMatchObject([{ term, quote: text, denies: false }]);
  });

  it.each([
    ['Thiazides may work less well.', 'ibuprofen'],
    ['Doxycycline lowers levels.', 'cycline'],
    ['Take with ibuprofenate.', 'ibuprofen'],
    ['The statinless group did well.', 'simvastatin'],
  ])('but not in "%s" of %s', (text, name) => {
    expect(mentions(text, drug(name))).toEqual([]);
  });

  it('as its own kind only by the plural: the singular is the labelled drug itself', () => {
    const own = drug('naproxen');
    expect(mentions('This drug is an NSAID.', drug('ibuprofen'), own)).toEqual([]);
    expect(mentions('Do not take with other NSAIDs.', drug('ibuprofen'), own)).toHaveLength(1);
  });

  it.each([
    'No clinically significant interaction with ibuprofen was seen.',
    'Ibuprofen did not significantly alter the clearance.',
    'There was no effect of ibuprofen on levels.',
  ])('to deny: %s', (text) => {
    expect(mentions(text, drug('ibuprofen'))).toMatchObject([{ denies: true }]);
  });

  it.each([
    'Do not take with ibuprofen.',
    'Ibuprofen is not recommended.',
    'No dose of ibuprofen is safe here.',
    'Warfarin had no effect on clearance, but ibuprofen increased bleeding.',
    'No interaction with food was seen; avoid ibuprofen.',
  ])('to warn: %s', (text) => {
    expect(mentions(text, drug('ibuprofen'))).toMatchObject([{ denies: false }]);
  });

  it('in sentences of any length, in linear time', () => {
    const text = `${'no clinically '.repeat(20_000)}ibuprofen ${'was not a '.repeat(20_000)}.`;
    expect(mentions(text, drug('ibuprofen'))).toHaveLength(1);
  });
});
