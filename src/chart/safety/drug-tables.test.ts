import { describe, expect, it } from 'vitest';
import { DRUG_TABLES } from '../../tools/testing/sample-drug-classes.ts';

describe('the drug tables, asked by name', () => {
  it.each([
    ['warfarin', 'aspirin'],
    ['aspirin', 'warfarin'],
    ['Coumadin', 'acetylsalicylic acid'],
    ['warfarin sodium 5 mg', 'ASA 81 mg'],
  ])('know %s with %s, either way round', (a, b) => {
    const [gravest] = DRUG_TABLES.ofPair(a, b) ?? [];
    expect(gravest).toMatchObject({ severity: 'major', topic: 'interactions' });
    expect(gravest?.text.en).toMatch(/^Warfarin with aspirin: .*bleeding/u);
    expect(gravest?.text.vi).toMatch(/^Warfarin với aspirin: /u);
    expect(gravest?.source.organisation).not.toBe('');
  });

  it('know a class by its name, and its members through it', () => {
    const ofClass = DRUG_TABLES.ofPair('NSAIDs', 'warfarin') ?? [];
    const ofMember = DRUG_TABLES.ofPair('ibuprofen', 'warfarin') ?? [];
    expect(ofClass.map(({ id }) => id)).not.toEqual([]);
    expect(ofMember.map(({ id }) => id)).toEqual(expect.arrayContaining(ofClass.map(({ id }) => id)));
  });

  it('know a class by words that mean no other', () => {
    expect(DRUG_TABLES.ofPair('MAO inhibitors', 'SSRIs')?.[0]?.severity).toBe('contraindicated');
    expect(DRUG_TABLES.ofPair('protease inhibitors', 'simvastatin')?.[0]?.severity).toBe('contraindicated');
  });

  it('say of two drugs only what two of them do', () => {
    const pair = DRUG_TABLES.ofPair('ibuprofen', 'lisinopril') ?? [];
    expect(pair.map(({ severity }) => severity)).toEqual(['moderate']);
    const alone = DRUG_TABLES.ofDrug('ibuprofen') ?? [];
    expect(alone.map(({ text }) => text.en)).toContainEqual(
      expect.stringMatching(/^NSAIDs with ACE inhibitors beside loop diuretics, /u),
    );
  });

  it('tell "not known here" from "nothing said"', () => {
    expect(DRUG_TABLES.ofPair('warfarin', 'zorblaxine')).toBeNull();
    expect(DRUG_TABLES.ofDrug('zorblaxine')).toBeNull();
    expect(DRUG_TABLES.ofPair('paracetamol', 'amoxicillin')).toEqual([]);
  });

  it('say of one drug what they hold against it, the gravest first', () => {
    const found = DRUG_TABLES.ofDrug('lisinopril') ?? [];
    expect(found[0]?.severity).toBe('contraindicated');
    expect(found.map(({ text }) => text.en)).toContainEqual(
      expect.stringMatching(/^ACE inhibitors, in pregnancy: /u),
    );
    const order = ['contraindicated', 'major', 'moderate'];
    const places = found.map(({ severity }) => order.indexOf(severity));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it.each([
    ['methotrexate', /^Methotrexate, by mouth, once a week: .*killed/u],
    ['ibuprofen', /^NSAIDs, eGFR below 60 mL\/min\/1\.73 m² beside ACE inhibitors, .*: /u],
    ['ibuprofen', /^NSAIDs, in pregnancy from 20 weeks: /u],
    ['pioglitazone', /^Thiazolidinediones, in heart failure: /u],
    ['vincristine', /^Vincristine, by another route than into a vein: fatal/u],
    ['fentanyl', /^Fentanyl, as a patch as the first opioid: /u],
    ['aciclovir', /^Aciclovir, eGFR below 25 mL\/min\/1\.73 m², by mouth: /u],
  ])('say of %s also how often, beside what, in which disease and by which route', (drug, pattern) => {
    const found = DRUG_TABLES.ofDrug(drug) ?? [];
    expect(found.map(({ text }) => text.en)).toContainEqual(expect.stringMatching(pattern));
  });

  it('have an id for every statement that no other has', () => {
    const ids = new Map<string, string>();
    for (const drug of [
      'codeine',
      'metoclopramide',
      'tramadol',
      'zolpidem',
      'metformin',
      'ibuprofen',
      'potassium chloride',
      'fentanyl',
      'aciclovir',
      'methotrexate',
      'promethazine',
    ]) {
      for (const { id, text } of DRUG_TABLES.ofDrug(drug) ?? []) {
        expect(ids.get(id) ?? text.en).toBe(text.en);
        ids.set(id, text.en);
      }
    }
    expect(ids.size).toBeGreaterThan(20);
  });
});
