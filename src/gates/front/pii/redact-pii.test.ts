import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactPii, restorePii } from './redact-pii.ts';

describe('redactPii', () => {
  it.each([
    ['write to lan.nguyen+x@example.com.vn now', 'write to [EMAIL_1] now'],
    ['call 0912 345 678', 'call [PHONE_1]'],
    ['gọi 0912.345.678 nhé', 'gọi [PHONE_1] nhé'],
    ['0912345678,0987654321', '[PHONE_1],[PHONE_2]'],
    ['+84 912 345 678', '[PHONE_1]'],
    ['+1 555-123-4567', '[PHONE_1]'],
    ['CCCD 012345678901', 'CCCD [NATIONAL_ID_1]'],
    ['căn cước công dân số 012345678901', 'căn cước công dân số [NATIONAL_ID_1]'],
    ['SSN: 123-45-6789', 'SSN: [NATIONAL_ID_1]'],
    ['MRN 4827193', 'MRN [MRN_1]'],
    ['My name is Will Hope', 'My name is [NAME_1]'],
    ['Bệnh nhân Trần Thị Bích Ngọc sốt', 'Bệnh nhân [NAME_1] sốt'],
    ['benh nhan Tran Thi Bich Ngoc sot', 'benh nhan [NAME_1] sot'],
    ['tôi tên là nguyễn văn an', 'tôi tên là [NAME_1]'],
    ['Chị Lan bị sốt, anh Tuấn thì không', 'Chị [NAME_1] bị sốt, anh [NAME_2] thì không'],
    ['Patient Smith, on aspirin; Mr. Parkinson too', 'Patient [NAME_1], on aspirin; Mr. [NAME_2] too'],
    ['She had an MI on 3/5/2005.', 'She had an MI on [DATE_1].'],
    ['Ana Ruiz\n12 Kirkegata\nBergen\nNorway 5003', '[NAME_1]\n[ADDRESS_1]'],
    ['you can call 975 97 287', 'you can call [PHONE_1]'],
    ['Thẻ BHYT GD4797912345678', 'Thẻ BHYT [INSURANCE_1]'],
    ['card 4111 1111 1111 1111', 'card [ACCOUNT_1]'],
    ['pay to DE89370400440532013000', 'pay to [ACCOUNT_1]'],
    ['xe 51F-123.45 tông tôi', 'xe [VEHICLE_1] tông tôi'],
    ['DOB 03/14/1962', 'DOB [DATE_1]'],
    ['a 94-year-old woman', 'a [AGE_1]-year-old woman'],
    ['She lives at 42 Maple Street, Springfield.', 'She lives at [ADDRESS_1].'],
    ['Nhà ở phường 2, quận 5', 'Nhà ở [ADDRESS_1]'],
    ['from 203.0.113.45', 'from [IP_1]'],
    ['see https://social.example.com/users/ann.', 'see [URL_1].'],
    ['find me at facebook.com/ann.lee.5', 'find me at [URL_1]'],
    ['Hi Zefrim, the scan is back', 'Hi [NAME_1], the scan is back'],
    ['Zefrim, could you look at the rash?', '[NAME_1], could you look at the rash?'],
    ["Here is Zefrim's address", "Here is [NAME_1]'s address"],
    ['Then Zefrim was ill, and we drove him home', 'Then [NAME_1] was ill, and we drove him home'],
    ['We met Zefrim, Hill and Mary', 'We met [NAME_1], [NAME_2] and [NAME_3]'],
    ['Ask Mark Quintrel', 'Ask [NAME_1]'],
    ['Patient J.K. has a fever; N.T.H (1992)', 'Patient [NAME_1] has a fever; [NAME_2] (1992)'],
    ['BN N.V.T. nằm giường 12', 'BN [NAME_1] nằm giường [ID_1]'],
    ['the man in bed 12', 'the man in bed [ID_1]'],
    ['06-5550134-Office, (020) 555 0199 (mobile)', '[PHONE_1]-Office, [PHONE_2] (mobile)'],
    ['Meet me at 12 rue de la Paix', 'Meet me at [ADDRESS_1]'],
    ['Via Roma 41 or Lindenstrasse 7', '[ADDRESS_1] or [ADDRESS_2]'],
    ['a clinic in Wexcombe is open', 'a clinic in [ADDRESS_1] is open'],
    ['Bé ho. Sau mũi tiêm 12/3/2015 em thấy bé sốt', 'Bé ho. Sau mũi tiêm [DATE_1] em thấy bé sốt'],
  ])('replaces what names a person in %j', (text, expected) => {
    expect(redactPii(text).text).toBe(expected);
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
    'Will May Hope for the best? Mark the site. Grant it.',
    "Parkinson's disease, Wilson disease, the Smith trial, Davies et al.",
    'The Patterson trial, the Joanna Briggs Institute, Johnson & Johnson, St. Jude',
    'Bệnh viện Nguyễn Tri Phương, Viện Pasteur Thành phố Hồ Chí Minh, bệnh nhân nam, bác sĩ Anh',
    'MS. Pathophysiological findings; DR. DA signalling; he is in AFib',
    'North Carolina, Sierra Leone, Kaplan-Meier, Alexa488, R26R-Confetti',
    'Sodium 140\nPotassium 4.2\nWBC 11200',
    'Poison control is 1-800-222-1222.',
    '4111 1111 1111 1112 is no card',
    'a 72-year-old woman; patients over 90 years old',
    'see https://pubmed.ncbi.nlm.nih.gov/26378978/',
    'Which sulfites are in Kapvay? Is there a trial of it in Wexcombe?',
    'Dear Sirs, I am ill. Hi Doctor, I am worried. Anyway, can you help?',
    "I went to bed 10 pm and stayed in bed 24/7. Don't, I'm fine.",
    'suffering from Beta Thalassemia Major; the Cobb-Stainsby operation; a change in HbA1c at Week 12',
    'Kính chào bác sĩ Bác sĩ cho em hỏi, giải đáp bởi Bác sĩ Khoa Ngoại tổng hợp',
    'seen via Zoom 12 times; the study of 2019-2020',
  ])('leaves %j alone', (text) => {
    expect(redactPii(text)).toEqual({ text, counts: {}, mapping: {} });
  });

  it('gives the same words the same token, and other words another', () => {
    expect(redactPii('a@b.co, c@d.co, a@b.co')).toEqual({
      text: '[EMAIL_1], [EMAIL_2], [EMAIL_1]',
      counts: { EMAIL: 3 },
      mapping: { '[EMAIL_1]': 'a@b.co', '[EMAIL_2]': 'c@d.co' },
    });
  });

  it('gives a person one number however the name is written', () => {
    expect(redactPii('John Carter is on insulin. Later Carter felt faint. JOHN CARTER?').text).toBe(
      '[NAME_1] is on insulin. Later [NAME_1b] felt faint. [NAME_1c]?',
    );
  });

  it('does not guess which of two people a shared name means', () => {
    expect(redactPii('John Carter and Mary Carter. Later Carter felt faint.').text).toBe(
      '[NAME_1] and [NAME_2]. Later [NAME_3] felt faint.',
    );
  });

  it('never takes a token that the text already holds', () => {
    const { text, mapping } = redactPii('[NAME_1] met John Carter');
    expect(text).toBe('[NAME_1] met [NAME_2]');
    expect(restorePii(text, mapping)).toBe('[NAME_1] met John Carter');
  });

  it('leaves tokens of another text where they are when it restores', () => {
    expect(restorePii('[NAME_1] and [NAME_2]', { '[NAME_2]': 'Ann' })).toBe('[NAME_1] and Ann');
    expect(restorePii('[CONSTRUCTOR_1] toString', {})).toBe('[CONSTRUCTOR_1] toString');
  });
});

/** Pieces that begin, end and join what is looked for. */
const PIECES = [
  ...[
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
    ', ',
    '\n',
  ],
  ...[
    'John ',
    'Carter ',
    'Smith',
    "'s ",
    'Mr. ',
    'Dr ',
    'and ',
    'my name is ',
    'Nguyễn ',
    'Văn ',
    'An ',
    'chị ',
    'tên là ',
  ],
  ...[
    '42 ',
    'Maple ',
    'Street',
    'lives in ',
    'address ',
    'Apt 5',
    'quận ',
    'phường ',
    'đường ',
    'Láng ',
    'Suite 12\n',
  ],
  ...[
    'DOB ',
    '1/2/1990',
    '94 years old',
    'age 95',
    '[NAME_1]',
    '[NAME_',
    '_1]',
    '[',
    ']',
    'PMID ',
    'https://x.y/',
    '10.1/x',
  ],
  ...[
    '4111 1111 1111 1111',
    'DE89370400440532013000',
    '203.0.113.45',
    '51F-123.45',
    'disease',
    'MS. ',
    'Đ',
    'é',
    'İ',
  ],
];
const messages = fc
  .array(
    fc.oneof(
      fc.constantFrom(...PIECES),
      fc.string({ maxLength: 5 }),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    {
      maxLength: 14,
    },
  )
  .map((pieces) => pieces.join(''));

describe('any message', () => {
  it('comes back when its tokens are put back, and is never redacted twice', () => {
    fc.assert(
      fc.property(messages, (message) => {
        const { text, mapping } = redactPii(message);
        expect(restorePii(text, mapping)).toBe(message);
        expect(redactPii(text)).toEqual({ text, counts: {}, mapping: {} });
      }),
      { numRuns: 4_000 },
    );
  });
});
