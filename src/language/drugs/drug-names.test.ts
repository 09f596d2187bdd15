import { describe, expect, it } from 'vitest';
import { drugNamesIn } from './drug-names.ts';

describe('drugNamesIn', () => {
  it('knows drugs by their stems and by name, in either language', () => {
    expect(drugNamesIn('Can I take ibuprofen with warfarin or isotretinoin?')).toEqual([
      'ibuprofen',
      'warfarin',
      'isotretinoin',
    ]);
    expect(drugNamesIn('Metformin và hydroxychloroquine có an toàn không?')).toEqual([
      'metformin',
      'hydroxychloroquine',
    ]);
    expect(drugNamesIn('statins, morphine and vitamin C')).toEqual(['statins', 'morphine', 'vitamin']);
  });

  it('takes no ordinary word for a drug', () => {
    const text =
      'What is the routine treatment protocol for chronic kidney disease when the patient is pregnant, and does medicine ' +
      'control the baseline urine protein at the hospital? Guideline, vaccine, oxygen, alcohol, cholesterol, hormone, bone.';
    expect(drugNamesIn(text)).toEqual([]);
  });

  it('knows a brand by what is in it', () => {
    expect(drugNamesIn('Panadol and Augmentin, metformin and Glucophage')).toEqual([
      'paracetamol',
      'amoxicillin',
      'clavulanate',
      'metformin',
    ]);
  });
});
