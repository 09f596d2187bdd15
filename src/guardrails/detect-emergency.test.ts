import { describe, expect, it } from 'vitest';
import type { Language } from '../domain/language.ts';
import { detectEmergency } from './detect-emergency.ts';

const categoryOf = (message: string, language: Language = 'en') =>
  detectEmergency(message, language)?.category ?? null;

describe('detectEmergency', () => {
  it.each([
    ['I have crushing chest pain', 'cardiac'],
    ['chest pain!!', 'cardiac'],
    ["I can't breathe", 'breathing'],
    ['I can’t breathe', 'breathing'],
    ['My face is drooping and I have slurred speech', 'stroke'],
    ["My son's wound won't stop bleeding", 'bleeding'],
    ['My daughter took too many pills', 'overdose'],
    ['I want to kill myself', 'suicide'],
    ['His throat is swelling after a bee sting', 'anaphylaxis'],
    ['My husband is unconscious', 'unconscious'],
    ['What should I do, my chest pain is getting worse?', 'cardiac'],
    ['Is it normal that she is having a seizure?', 'unconscious'],
    ['I am not well and have chest pain', 'cardiac'],
    ['I am not sure why but chest pain came', 'cardiac'],
    ['No chest pain yesterday, but chest pain now', 'cardiac'],
    ['No fever but chest pain', 'cardiac'],
  ])('sees what is happening in %j', (message, category) => {
    expect(categoryOf(message)).toBe(category);
  });

  it.each([
    ['Tôi bị đau ngực dữ dội', 'cardiac'],
    ['Mẹ tôi khó thở từ sáng', 'breathing'],
    ['Con tôi đang co giật, phải làm thế nào?', 'unconscious'],
    ['Bé bị co giật xử trí như thế nào', 'unconscious'],
    ['Tôi không muốn sống nữa', 'suicide'],
    ['Tôi không hết đau ngực', 'cardiac'],
    ['Tôi không biết sao đau ngực', 'cardiac'],
    ['Tôi không khỏe và đau ngực', 'cardiac'],
    ['toi bi dau nguc va kho tho', 'cardiac'],
    ['con toi dang co giat', 'unconscious'],
  ])('sees it in Vietnamese, marked or not, in %j', (message, category) => {
    expect(categoryOf(message, 'vi')).toBe(category);
  });

  it.each([
    ['I have a cough, no chest pain', 'en'],
    ['She has no fever or chest pain', 'en'],
    ['I have a cold without difficulty breathing', 'en'],
    ['The patient denies chest pain', 'en'],
    ['Tôi ho nhưng không đau ngực', 'vi'],
    ['Tôi đã hết khó thở', 'vi'],
    ['toi ho, khong kho tho', 'vi'],
  ] as const)('sees the denial in %j', (message, language) => {
    expect(categoryOf(message, language)).toBeNull();
  });

  it.each([
    ['What are the causes of chest pain?', 'en'],
    ['How is anaphylaxis treated?', 'en'],
    ['Which drug lowers suicide rates in bipolar disorder?', 'en'],
    ['Guidelines for the management of overdose', 'en'],
    ['Suicide prevention in adolescents', 'en'],
    ['Sốc phản vệ là gì?', 'vi'],
    ['Nguyên nhân gây khó thở', 'vi'],
    ['Nghiên cứu công bố về đau ngực', 'vi'],
    ['nguyen nhan gay kho tho', 'vi'],
  ] as const)('sees a question for information in %j', (message, language) => {
    expect(categoryOf(message, language)).toBeNull();
  });

  it('sees none in ordinary questions', () => {
    expect(categoryOf('My daughter has a runny nose')).toBeNull();
    expect(categoryOf('Tôi bị sổ mũi', 'vi')).toBeNull();
  });

  it('answers in the language with the number to call', () => {
    expect(detectEmergency('I have chest pain', 'en')).toMatchObject({
      phone: '112',
      message: expect.stringContaining('112'),
    });
    expect(detectEmergency('Tôi đau ngực', 'vi')).toMatchObject({
      phone: '115',
      message: expect.stringContaining('gọi ngay 115'),
    });
  });
});
