import { describe, expect, it } from 'vitest';
import { carries, clashes, hardFactsOf } from './hard-facts.ts';

const holds = (quote: string, claim: string, titleDrugs: string[] = []) =>
  carries(hardFactsOf(quote), hardFactsOf(claim), { drugs: titleDrugs, populations: [] });

const QUOTE = 'Metformin is contraindicated when eGFR is below 30, and is started at 500 mg twice daily.';

describe('hard facts', () => {
  it.each([
    ['the same words', QUOTE, true],
    ['fewer of them', 'Metformin is started at 500 mg.', true],
    ['a number in other figures', 'Metformin is started at 500.0 mg 2 times daily.', true],
    ['another number', 'Metformin is contraindicated when eGFR is below 45.', false],
    ['another unit', 'Metformin is started at 500 g twice daily.', false],
    ['another drug', 'Warfarin is contraindicated when eGFR is below 30.', false],
    ['a denial', 'Metformin is not contraindicated when eGFR is below 30.', false],
    ['the other side of a limit', 'Metformin is contraindicated when eGFR is above 30.', false],
    ['other people', 'Metformin is contraindicated in children.', false],
  ])('tell whether a quote carries %s', (_, claim, expected) => {
    expect(holds(QUOTE, claim)).toBe(expected);
  });

  it.each([
    ['2,550 mg', '2550 mg', true],
    ['2.550 mg', '2550 mg', true],
    ['0.5 mg', '0,5 mg', true],
    ['two weeks', '2 weeks', true],
    ['hai tuần', '2 tuần', true],
    ['36%', '36 percent', true],
    ['36%', '36 phần trăm', true],
    ['100 µg', '100 micrograms', true],
    ['750 to 1250 mg', '750 mg', true],
    ['a 12-week course', 'a course of 12 weeks', true],
    ['70 mg/dL', '70 mg', false],
    ['70 mg/dL', '70 mmol/L', false],
    ['2,550 mg', '2.55 mg', false],
    ['two weeks', 'three weeks', false],
    ['once daily', 'twice daily', false],
    ['10 weeks', '10 months', false],
  ])('read %s and %s', (quote, claim, expected) => {
    expect(holds(`It took ${quote}.`, `It took ${claim}.`)).toBe(expected);
  });

  it.each([
    ['Drug A did not reduce deaths.', 'Drug A reduced deaths.', false],
    ['Drug A did not reduce deaths.', "Drug A didn't reduce deaths.", true],
    ['It was not blinded and had no placebo.', 'It was blinded and had no placebo.', false],
    [
      'The benefit without intensive care is not established.',
      'The benefit without intensive care is established.',
      false,
    ],
    ['It is cheap, but it does not cure.', 'It is cheap.', true],
    ['It not only helps but also cures.', 'It helps.', true],
  ])('tell what "%s" denies', (quote, claim, expected) => {
    expect(holds(quote, claim)).toBe(expected);
  });

  it.each([
    ['It reduced stroke and increased bleeding.', 'It increased stroke.', false],
    ['It reduced stroke and increased bleeding.', 'It increased bleeding.', true],
    ['It reduced the risk of stroke.', 'It lowered the risk of stroke.', true],
    ['Nguy cơ đột quỵ giảm ở nhóm điều trị.', 'Nguy cơ đột quỵ tăng ở nhóm điều trị.', false],
    ['The effect was similar in men and women.', 'The effect was similar in men and men.', false],
    ['Trẻ em dùng liều thấp.', 'Người lớn dùng liều thấp.', false],
    ['Bước 4 thêm spironolacton liều thấp.', 'Bước 4 thêm furosemid liều thấp.', false],
  ])('tell which way and whom "%s" is about', (quote, claim, expected) => {
    expect(holds(quote, claim)).toBe(expected);
  });

  it('tell whose number a number is', () => {
    const quote = 'Death occurred in 16.3% on dapagliflozin and 21.2% on placebo.';
    expect(holds(quote, 'Death occurred in 21.2% on dapagliflozin and 16.3% on placebo.')).toBe(false);
    expect(holds(quote, 'Death occurred in 21.2% on placebo and 16.3% on dapagliflozin.')).toBe(true);
  });

  it('work in Vietnamese', () => {
    const quote = 'Metformin không gây hạ đường huyết khi dùng 500 mg mỗi ngày.';
    expect(holds(quote, 'Metformin gây hạ đường huyết.')).toBe(false);
    expect(holds(quote, 'Metformin không gây hạ đường huyết.')).toBe(true);
  });

  it('take a drug that only the title names as said', () => {
    expect(holds('Diarrhoea was common.', 'Metformin commonly caused diarrhoea.', ['metformin'])).toBe(true);
    expect(holds('Diarrhoea was common.', 'Metformin commonly caused diarrhoea.')).toBe(false);
  });
});

describe('a clash of hard facts', () => {
  const clash = (quote: string, claim: string) =>
    clashes(hardFactsOf(quote), hardFactsOf(claim), { drugs: [], populations: [] });

  it.each([
    ['It took 4 weeks.', 'It was over after 28 days.', false],
    ['Take 2 g a day.', 'The daily amount is 2,000 mg.', false],
    ['The trial had 9,297 participants.', 'In all 9297 people took part.', false],
    ['The trial had 9,297 participants.', 'In all 9,927 people took part.', true],
    ['Aim for 150 minutes/week.', 'Be active for 150 minutes every week.', false],
    ['It is taken once daily.', 'It is taken twice daily.', true],
    ['Treatment was compared with usual care.', 'There were two arms.', false],
  ])('between the numbers of "%s" and "%s": %s', (quote, claim, expected) => {
    expect(clash(quote, claim)).toBe(expected);
  });

  it.each([
    ['Adrenaline is given intramuscularly.', 'Adrenaline is given intravenously.', true],
    ['Tiêm bắp adrenalin.', 'Adrenalin tiêm tĩnh mạch.', true],
    ['Adrenaline is given intramuscularly.', 'Adrenaline goes into a muscle, im.', false],
    ['Adrenaline is injected into the thigh.', 'Adrenaline is given intramuscularly.', false],
  ])('between the routes of "%s" and "%s": %s', (quote, claim, expected) => {
    expect(clash(quote, claim)).toBe(expected);
  });

  it.each([
    ['Allergies: none recorded.', 'The patient has no allergies.', true],
    ['Allergies: none recorded.', 'No allergy is recorded.', false],
    ['What the register says was not read.', 'The register names no interaction.', true],
    ['There is no known allergy.', 'The patient has no allergies.', false],
  ])('between the record "%s" and "%s": %s', (quote, claim, expected) => {
    expect(clash(quote, claim)).toBe(expected);
  });

  const RATES = 'Bleeding occurred in 2.1% with apixaban and 3.1% with warfarin (ratio 0.69).';
  it.each([
    [RATES, 'Bleeding occurred in 3.1% on apixaban.', true],
    [RATES, 'Bleeding occurred in 2.1% on apixaban.', false],
    ['Apixaban 2.1%, warfarin 3.1%.', 'With warfarin it was 2.1%.', true],
    ['Apixaban 2.1%, warfarin 3.1%.', 'With warfarin it was 3.1%.', false],
  ])('where a drug gets the number of another: "%s" and "%s": %s', (quote, claim, expected) => {
    expect(clash(quote, claim)).toBe(expected);
  });

  it.each([
    [
      'Vasopressin is added when noradrenaline fails.',
      'Noradrenaline is added when vasopressin fails.',
      true,
    ],
    [
      'Vasopressin is added when noradrenaline fails.',
      'When noradrenaline fails, vasopressin is added.',
      false,
    ],
    [
      'Bleeding was more frequent on aspirin than on placebo.',
      'Bleeding was more frequent on placebo than on aspirin.',
      true,
    ],
    [
      'Bleeding was more frequent on aspirin than on placebo.',
      'Bleeding was less frequent on placebo than on aspirin.',
      false,
    ],
    [
      'Bleeding was more frequent on aspirin than on placebo.',
      'Bleeding was less frequent on aspirin than on placebo.',
      true,
    ],
    [
      'The trial gave 490 women treatment and 510 routine care.',
      'In the trial 510 had treatment and 490 routine care.',
      true,
    ],
  ])('between the places of "%s" and "%s": %s', (quote, claim, expected) => {
    expect(clash(quote, claim)).toBe(expected);
  });

  it.each([
    ['The hazard of death was 31% lower.', false],
    ['The hazard of death was 41% lower.', true],
  ])('between a hazard ratio of 0.69 and "%s": %s', (claim, expected) => {
    expect(clash('Death was less frequent (hazard ratio 0.69, 95% CI 0.53 to 0.88).', claim)).toBe(expected);
  });

  it.each([
    [
      'Vitamin D may reduce asthma attacks in children.',
      'Vitamin D reduces asthma attacks in children.',
      true,
    ],
    [
      'Vitamin D may reduce asthma attacks in children.',
      'Vitamin D might reduce asthma attacks in children.',
      false,
    ],
    ['Asthma is common, and vitamin D may help.', 'Asthma is common.', false],
    ['Sữa có thể gây đau bụng ở trẻ.', 'Sữa gây đau bụng ở trẻ.', true],
  ])('between what "%s" says may be and "%s": %s', (quote, claim, expected) => {
    expect(clash(quote, claim)).toBe(expected);
  });

  it('leaves denials and groups of people to the model', () => {
    expect(clash('The drug is ineffective in children.', 'The drug does not work in children.')).toBe(false);
  });
});
