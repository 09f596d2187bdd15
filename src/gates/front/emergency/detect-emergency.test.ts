import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Audience } from '../../../domain/access.ts';
import type { Language } from '../../../domain/language.ts';
import { CALM } from '../../../meaning/testing/scripted-alarm.ts';
import { judgeEmergency } from './detect-emergency.ts';
import { categoryOf, writeNotice } from './write-notice.ts';

const heard = (message: string, language: Language = 'en') => judgeEmergency(message, { language }).category;

describe('judgeEmergency', () => {
  it.each([
    ['I have crushing chest pain going down my left arm', 'cardiac'],
    ["I can't breathe", 'breathing'],
    ['His face is drooping and his speech is slurred since this morning, suddenly', 'stroke'],
    ["My son's cut won't stop, blood everywhere, it keeps bleeding and soaking the towel", 'bleeding'],
    ['My toddler drank bleach', 'overdose'],
    ['I want to kill myself', 'suicide'],
    ['My husband is unconscious', 'unconscious'],
    ['She is having a seizure for 6 minutes now', 'neurological'],
    ['He was bitten by a snake', 'bites'],
  ])('sees what is happening in %j', (message, category) => {
    expect(heard(message)).toBe(category);
  });

  it.each([
    ['Tôi bị đau ngực dữ dội lan ra tay trái', 'cardiac'],
    ['Con tôi đang co giật', 'neurological'],
    ['con toi dang co giat', 'neurological'],
    ['Bố tôi đột ngột méo miệng, nói ngọng', 'stroke'],
    ['bo toi dot ngot meo mieng noi ngong', 'stroke'],
    ['Bé nhà em uống nhầm thuốc diệt cỏ', 'overdose'],
    ['Em không muốn sống nữa', 'suicide'],
    ['Cháu sốt xuất huyết ngày thứ 5, hết sốt nhưng đau bụng nhiều, tay chân lạnh', 'sepsis'],
  ])('sees what is happening in %j', (message, category) => {
    expect(heard(message, 'vi')).toBe(category);
  });

  it.each([
    'I have a cough, no chest pain going down my arm',
    'The patient denies chest pain, sweating, syncope',
    'I had a heart attack with crushing chest pain in 2015',
    'What are the signs of a stroke, is the face drooping suddenly?',
    'My grandfather died of a seizure',
    'Exam question: a man presents with crushing chest pain. Diagnosis?',
    'I almost had a heart attack when I saw the bill',
    'My dog ate chocolate and is having a seizure',
    'Watched a documentary about a girl who swallowed magnets',
    'I am drowning in paperwork',
  ])('tells what is denied, past, asked about or of others: %j', (message) => {
    expect(heard(message)).toBeNull();
  });

  it.each([
    'Tôi ho nhưng không đau ngực, không khó thở',
    'Năm ngoái tôi bị đột ngột méo miệng',
    'Co giật là gì, ở trẻ em có nguy hiểm không?',
    'Bé ăn đồ chiên rán có sao không?',
    'tôi muốn tư vấn về tiểu đường',
    'toi muon tu van ve tieu duong',
    'uống metformin 1 viên mỗi sáng',
  ])('tells it in Vietnamese: %j', (message) => {
    expect(heard(message, 'vi')).toBeNull();
  });

  it('keeps what has passed and is still dangerous', () => {
    expect(heard('I swallowed 30 pills last week')).toBe('overdose');
  });

  it('matches no English on Vietnamese', () => {
    expect(heard('die die', 'vi')).toBeNull();
    expect(heard('My husband is unconscious', 'vi')).toBeNull();
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        heard(text);
        heard(text, 'vi');
      }),
    );
  });
});

describe('categoryOf', () => {
  const calm = { category: null, certainty: 'uncertain', isMeasured: false, hint: null } as const;
  const kind = (rules: Parameters<typeof categoryOf>[0], now: number, audience: Audience = 'patient') =>
    categoryOf(rules, { ...CALM, now }, { audience });

  it('takes the word of rules or of the model, and names the kind where it is known', () => {
    expect(kind({ ...calm, category: 'cardiac', hint: 'cardiac' }, -1)).toBe('cardiac');
    expect(kind({ ...calm, hint: 'burns' }, 5)).toBe('burns');
    expect(kind(calm, 5)).toBe('unsure');
    expect(kind({ ...calm, hint: 'burns' }, -5)).toBeNull();
    expect(categoryOf(calm, { ...CALM, now: 1, crisis: 5 }, { audience: 'patient' })).toBe('suicide');
    expect(categoryOf({ ...calm, category: 'cardiac' }, null, { audience: 'patient' })).toBe('cardiac');
  });

  it('takes no word of signs where the model hears nothing, but that of a figure', () => {
    const rules = { ...calm, category: 'cardiac', hint: 'cardiac' };
    expect(kind(rules, -5)).toBeNull();
    expect(kind({ ...rules, isMeasured: true }, -5)).toBe('cardiac');
    expect(judgeEmergency('his pulse is 20', { language: 'en' })).toMatchObject({ isMeasured: true });
    expect(judgeEmergency('My husband is unconscious', { language: 'en' }).isMeasured).toBe(false);
  });

  it('names to professionals only what surely is happening', () => {
    const rules = {
      category: 'cardiac',
      certainty: 'certain',
      isMeasured: false,
      hint: 'cardiac',
    } as const;
    expect(kind(rules, -5, 'clinician')).toBeNull();
    expect(kind(rules, 5, 'clinician')).toBe('cardiac');
    expect(categoryOf(rules, null, { audience: 'clinician' })).toBe('cardiac');
    expect(categoryOf({ ...rules, certainty: 'uncertain' }, null, { audience: 'clinician' })).toBeNull();
  });
});

describe('the notice', () => {
  const patient = { audience: 'patient', language: 'en', country: 'US' } as const;

  it('names the number of the country and what to do first, in the language of the asker', () => {
    const stroke = writeNotice('stroke', patient);
    expect(stroke.message).toContain('Call 911');
    expect(stroke.message).toContain('time when it began');
    expect(writeNotice('bleeding', { ...patient, language: 'vi', country: 'VN' }).message).toMatch(
      /115.*ấn chặt/u,
    );
    expect(writeNotice('stroke', { ...patient, country: 'constructor' }).phone).toBe('112');
  });

  it('is softer where the kind is not known', () => {
    expect(writeNotice('unsure', patient).message).toMatch(/^What you describe may need help now/u);
  });

  it('names a crisis line where a life is at stake by their own hand', () => {
    const suicide = writeNotice('suicide', { ...patient, country: 'AU' });
    expect(suicide).toMatchObject({ phone: '000', crisis_line: '13 11 14' });
    expect(suicide.message).toContain('13 11 14');
    expect(writeNotice('suicide', { ...patient, country: 'VN' })).not.toHaveProperty('crisis_line');
    expect(writeNotice('suicide', { ...patient, crisisLine: '1900 0000' }).message).toContain('1900 0000');
  });

  it('is one quiet line for clinicians', () => {
    const quiet = writeNotice('cardiac', { ...patient, audience: 'clinician' });
    expect(quiet).toMatchObject({ category: 'cardiac', quiet: true });
    expect(quiet.message.length).toBeLessThan(100);
  });
});
