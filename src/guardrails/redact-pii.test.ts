import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactPii } from './redact-pii.ts';

describe('redactPii', () => {
  it.each([
    ['write to lan.nguyen+x@example.com.vn now', 'write to [EMAIL_1] now', { EMAIL: 1 }],
    ['call 0912 345 678', 'call [PHONE_1]', { PHONE: 1 }],
    ['gọi 0912.345.678 nhé', 'gọi [PHONE_1] nhé', { PHONE: 1 }],
    ['0912345678,0987654321', '[PHONE_1],[PHONE_2]', { PHONE: 2 }],
    ['+84 912 345 678', '[PHONE_1]', { PHONE: 1 }],
    ['+1 555-123-4567', '[PHONE_1]', { PHONE: 1 }],
    ['CCCD 012345678901', 'CCCD [NATIONAL_ID_1]', { NATIONAL_ID: 1 }],
    ['căn cước công dân số 012345678901', 'căn cước công dân số [NATIONAL_ID_1]', { NATIONAL_ID: 1 }],
    ['SSN: 123-45-6789', 'SSN: [NATIONAL_ID_1]', { NATIONAL_ID: 1 }],
    ['MRN 4827193', 'MRN [NATIONAL_ID_1]', { NATIONAL_ID: 1 }],
  ])('replaces what names a person in %j', (text, expected, counts) => {
    expect(redactPii(text)).toEqual({ text: expected, counts });
  });

  it('gives the same words the same token, and other words another', () => {
    expect(redactPii('a@b.co, c@d.co, a@b.co')).toEqual({
      text: '[EMAIL_1], [EMAIL_2], [EMAIL_1]',
      counts: { EMAIL: 3 },
    });
  });

  it.each([
    'metformin 500 mg twice daily, up to 2,550 mg',
    '0.5 mg/kg, 0,25 mg, 0.0012345678 and 0,0012345678',
    'PMID 9742977, PMID: 30415628, NCT00000620',
    'doi 10.1016/S0140-6736(98)07037-8',
    'on 01/02/2024, 2024-02-01, 01-02-2024 and 06.12.2024',
    'BP 140/90, eGFR 25 to 75, 95% CI 0.78-1.47',
    'Lancet. 1998;352(9131):854-865.',
    '123456789 patients',
    'ISSN 0140-6736',
    'cccd 1234567890123450912345678',
  ])('leaves %j alone', (text) => {
    expect(redactPii(text)).toEqual({ text, counts: {} });
  });

  it('finds nothing more in what it gave', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'a@b.co',
        '0912345678',
        '+84912345678',
        'cccd ',
        'mrn: ',
        'ssn',
        '012345678901',
        '@',
        '.',
        '-',
        ' ',
        ',',
      ),
      fc.string({ maxLength: 5 }),
      fc.nat().map(String),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const { text } = redactPii(pieces.join(''));
        expect(redactPii(text).text).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });
});
