import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Audience } from '../../../domain/access.ts';
import { foldDiacritics } from '../../../language/fold-diacritics.ts';
import { detectEmergency } from './detect-emergency.ts';

const notice = (message: string, audience: Audience = 'patient', country = 'VN') =>
  detectEmergency(message, { language: 'en', audience, country });
const categoryOf = (message: string, audience: Audience = 'patient') =>
  notice(message, audience)?.category ?? null;

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
    ['Is it normal that she is having a seizure?', 'neurological'],
    ['Tôi bị đau ngực dữ dội', 'cardiac'],
    ['Mẹ tôi khó thở từ sáng', 'breathing'],
    ['Con tôi đang co giật, phải làm thế nào?', 'neurological'],
    ['Bé bị co giật xử trí như thế nào', 'neurological'],
    ['toi bi dau nguc va kho tho', 'cardiac'],
    ['con toi dang co giat', 'neurological'],
  ])('sees what is happening in %j', (message, category) => {
    expect(categoryOf(message)).toBe(category);
  });

  it.each([
    "It's probably nothing but my chest feels crushed",
    'Not sure if it matters but my speech is slurred',
    'Chắc không sao đâu nhưng em đau ngực lan ra tay',
    'chac do met thoi nhung mieng em bi meo',
  ])('takes what is played down for what it is: %j', (message) => {
    expect(categoryOf(message)).not.toBeNull();
  });

  it.each([
    'No fever but crushing chest pain',
    'no cough, no fever, but I cannot breathe',
    'I am not well and have chest pain',
    'No chest pain yesterday, but chest pain now',
    'not only fever: he is unconscious',
    'Tôi không sốt nhưng khó thở nhiều',
    'Tôi không hết đau ngực',
    'khong biet sao toi dau nguc',
  ])('holds a denial to its clause: %j', (message) => {
    expect(categoryOf(message)).not.toBeNull();
  });

  it.each([
    'I have a cough, no chest pain',
    'She has no fever or chest pain',
    'The patient denies chest pain, dyspnoea, syncope',
    'no fever, chest pain or trouble breathing',
    'I have a cold without difficulty breathing',
    'Tôi ho nhưng không đau ngực',
    'Tôi đã hết khó thở',
    'toi ho, khong kho tho',
    'My chest is not tight and my face is not drooping',
    'Tôi ho nhưng ngực không đau',
  ])('sees the denial in %j', (message) => {
    expect(categoryOf(message)).toBeNull();
  });

  it.each([
    ['I had a heart attack in 2015', 'I had a heart attack in 2015 and now I have chest pain'],
    ['Three years ago, I was in hospital with chest pain', 'Three years ago I broke a leg, my chest hurts'],
    ['Năm ngoái tôi bị đột quỵ', 'Năm ngoái tôi bị đột quỵ, hôm nay lại yếu nửa người'],
    ['My chest pain is gone', 'My chest pain went away but it came back'],
  ])('tells long ago, %j, from again, %j', (past, present) => {
    expect(categoryOf(past)).toBeNull();
    expect(categoryOf(present)).not.toBeNull();
  });

  it('keeps what has passed and is still dangerous', () => {
    expect(categoryOf('An hour ago my face drooped and my arm went numb, it has resolved')).toBe('stroke');
    expect(categoryOf('I took 30 paracetamol tablets last night and feel better')).toBe('overdose');
  });

  it.each([
    [
      'My grandfather died of a heart attack',
      'My grandfather died of a heart attack and now I have crushing chest pain',
    ],
    ['Ông nội tôi mất vì đột quỵ', 'Ông nội tôi bị đột quỵ rồi'],
  ])('tells the family, %j, from the present, %j', (family, present) => {
    expect(categoryOf(family)).toBeNull();
    expect(categoryOf(present)).not.toBeNull();
  });

  it.each([
    'What are the causes of chest pain?',
    'How is anaphylaxis treated?',
    'Can high blood pressure lead to a stroke?',
    'What should I do if someone is having a heart attack?',
    'What is my risk of having a heart attack?',
    'My mother has diabetes, what are the symptoms of a stroke?',
    'Sốc phản vệ là gì?',
    'Nguyên nhân gây khó thở',
    'cach so cuu khi tre bi hoc di vat',
  ])('leaves a question for information alone: %j', (message) => {
    expect(categoryOf(message)).toBeNull();
  });

  it.each([
    'What should I do, my chest pain is getting worse?',
    'Is this a heart attack?',
    'What causes my crushing chest pain?',
    'What are stroke symptoms? My father cannot lift his arm',
  ])('answers a question that reports with the notice: %j', (message) => {
    expect(categoryOf(message)).not.toBeNull();
  });

  it.each([
    'I almost had a heart attack when I saw the bill',
    'My feet are killing me',
    'I am drowning in paperwork',
    'Is clavulanate a suicide inhibitor?',
    'Mệt muốn chết, uống gì cho khỏe',
    'thuoc nay uong tu tu hay uong mot lan',
    'tôi muốn tư vấn về tiểu đường',
  ])('leaves figures of speech and words that only look so alone: %j', (message) => {
    expect(categoryOf(message)).toBeNull();
  });

  it.each([
    'My mother has a history of pulmonary embolism, can she fly?',
    'I take aspirin to prevent a pulmonary embolism',
    'Tôi sợ bị đột quỵ',
    'Mẹ tôi có tiền sử nhồi máu cơ tim, uống sâm được không?',
  ])('takes what is feared, prevented or in the history for what it is: %j', (message) => {
    expect(categoryOf(message)).toBeNull();
  });

  it('tells animals, exams and studies from people', () => {
    expect(categoryOf('My dog ate chocolate and is having a seizure')).toBeNull();
    expect(categoryOf('My dog bit me and the bleeding will not stop, blood is pouring')).not.toBeNull();
    expect(categoryOf('Exam question: a man presents with crushing chest pain. Diagnosis?')).toBeNull();
    expect(categoryOf('I was studying for my exam and I have crushing chest pain')).not.toBeNull();
    expect(categoryOf('Trial of aspirin in acute myocardial infarction')).toBeNull();
  });

  it.each([
    ['fever, stiff neck and light hurts my eyes', 'I have a stiff neck', 'neurological'],
    ['my calf is swollen. Now I feel breathless', 'my knee is swollen', 'clot'],
    ["I'm on warfarin and hit my head", 'I hit my head', 'bleeding'],
    ['my period is late, pain low on one side, I feel faint', 'my period is late', 'abdominal'],
    ["I'm on chemo and my temperature is 38.6", 'my temperature is 38.6', 'sepsis'],
  ])('adds signs up: %j', (together, alone, category) => {
    expect(categoryOf(together)).toBe(category);
    expect(categoryOf(alone)).toBeNull();
  });

  it.each([
    ['My 3 week old has a fever', 'My 6 year old has a fever', 'paediatric'],
    ['Bé 20 ngày tuổi sốt 38.5 độ', 'Bé 5 tuổi sốt 38.5 độ', 'paediatric'],
    [
      "I'm 34 weeks pregnant with a headache and blurred vision",
      'I have a headache and blurred vision',
      'obstetric',
    ],
    ['Em bầu 32 tuần bị ra máu', 'Em bị ra máu chân răng', 'obstetric'],
    ['I am pregnant and my blood pressure is 165/112', 'my blood pressure is 165/102', 'obstetric'],
  ])('weighs age and pregnancy: %j', (grave, ordinary, category) => {
    expect(categoryOf(grave)).toBe(category);
    expect(categoryOf(ordinary)).toBeNull();
  });

  it('never throws, and says the same without marks, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(categoryOf(foldDiacritics(text))).toBe(categoryOf(text));
      }),
    );
  });
});

describe('the notice', () => {
  it('is in the language of the asker, with the number of the country', () => {
    const patient = { audience: 'patient' as const };
    expect(detectEmergency('I have chest pain', { ...patient, language: 'en', country: 'US' })).toEqual({
      category: 'cardiac',
      phone: '911',
      message: expect.stringContaining('Call 911'),
    });
    expect(detectEmergency('Tôi đau ngực', { ...patient, language: 'vi', country: 'VN' })).toEqual({
      category: 'cardiac',
      phone: '115',
      message: expect.stringContaining('gọi ngay 115'),
    });
    expect(notice('I have chest pain', 'patient', 'ZZ')?.phone).toBe('112');
    expect(notice('I have chest pain', 'patient', 'constructor')?.phone).toBe('112');
  });

  it('names a crisis line where a life is at stake by their own hand', () => {
    const suicide = notice('I want to end my life', 'patient', 'AU');
    expect(suicide).toMatchObject({ category: 'suicide', phone: '000', crisis_line: '13 11 14' });
    expect(suicide?.message).toContain('13 11 14');
    expect(notice('I want to end my life', 'patient', 'VN')).not.toHaveProperty('crisis_line');
    expect(notice('I have chest pain', 'patient', 'AU')).not.toHaveProperty('crisis_line');
  });

  it('is one quiet line for clinicians, of a person and not of a question', () => {
    const quiet = notice('My patient is going into cardiac arrest right now', 'clinician');
    expect(quiet).toMatchObject({ category: 'cardiac', quiet: true });
    expect(quiet?.message).not.toContain('\n');
    expect(quiet?.message.length).toBeLessThan(100);
    expect(categoryOf('How do I manage my patient with septic shock?', 'clinician')).toBeNull();
    expect(categoryOf('Phác đồ xử trí sốc phản vệ cho bệnh nhân của tôi', 'clinician')).toBeNull();
    expect(notice('I have chest pain')).not.toHaveProperty('quiet');
  });

  it('is given in doubt to patients and not to those who read about it', () => {
    for (const audience of ['patient', 'staff', 'admin'] as const)
      expect(categoryOf('chest pain', audience)).toBe('cardiac');
    for (const audience of ['clinician', 'researcher'] as const)
      expect(categoryOf('chest pain', audience)).toBeNull();
    expect(notice('I am suicidal', 'researcher')).toMatchObject({ category: 'suicide' });
  });
});
