import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createDrugBook } from './drug-book.ts';
import { loadSafetyTables } from './safety-tables.ts';

const tables = loadSafetyTables(fileURLToPath(new URL('../../../knowledge/drug-safety', import.meta.url)));
const book = createDrugBook(tables);
const read = (text: string) => {
  const { drugs, unknown } = book.resolve(text);
  return [...drugs.map(({ name }) => name), ...unknown.map((word) => `${word}?`)];
};

describe('the drug book', () => {
  it.each([
    ['Amlodipine besylate 10 mg tablets', ['amlodipine']],
    ['Augmentin 625 mg', ['co-amoxiclav']],
    ['Coumadin 5 mg', ['warfarin']],
    ['Alaxan', ['paracetamol', 'ibuprofen']],
    ['trimethoprim sulfamethoxazole', ['co-trimoxazole']],
    ['Trimethoprim 80 mg / sulfamethoxazole 400 mg', ['co-trimoxazole']],
    ['Sulfamethoxazole/trimethoprim (co-trimoxazole)', ['co-trimoxazole']],
    ['clavulanic acid and amoxicillin', ['co-amoxiclav']],
    ['Amoxicillin trihydrate 875 mg/clavulanic acid 125 mg', ['co-amoxiclav']],
    ['lisinopril and hydrochlorothiazide', ['lisinopril', 'hydrochlorothiazide']],
    ['paracetamol and codeine', ['paracetamol', 'codeine']],
    ['Paracetamol với codein, viên nén 500 mg', ['paracetamol', 'codeine']],
    ['generic lisinopril', ['lisinopril']],
    ['losartan potassium', ['losartan']],
    ['potassium chloride SR', ['potassium chloride']],
    ['6-mercaptopurine', ['mercaptopurine']],
    [
      'combined oral contraceptive (ethinylestradiol/levonorgestrel 30/150 micrograms)',
      ['ethinylestradiol', 'levonorgestrel'],
    ],
    ['lisinopril and xyzumab', ['lisinopril', 'xyzumab?']],
    ['Xyzumab', ['Xyzumab?']],
    ['lisinopril for blood pressure', ['lisinopril']],
    ['thuốc huyết áp', []],
    ['Diclofenac natri 75 mg/3 ml', ['diclofenac']],
    ['Amlodipin besylat 5 mg viên nén', ['amlodipine']],
    ['Acid acetylsalicylic 81 mg', ['aspirin']],
    ['Ringer lactat 500 ml, chai', ['ringer lactate']],
    ['Glucose 5% 500 ml', ['glucose infusion']],
    ['vitamin A 5000 IU', ['vitamin a']],
    ['vitamin B1', ['thiamine']],
    ['vitamin and mineral drops', ['vitamin?', 'mineral?']],
    ['Mixtard 30', ['isophane insulin']],
  ])('reads %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('knows every name of every table as that one drug', () => {
    const spellings = tables.classes.flatMap(({ members, aliases = {} }) =>
      members.flatMap((name) =>
        [name, ...(aliases[name] ?? [])].map((spelling) => [spelling, name] as const),
      ),
    );
    const wrong = spellings.filter(([spelling, name]) => read(spelling).join() !== name);
    expect(wrong).toEqual([]);
  });
});
