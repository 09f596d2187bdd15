import { describe, expect, it } from 'vitest';
import { replyToChitchat } from './steps/reflect-and-route.ts';

describe('replyToChitchat', () => {
  it.each([
    'Hello there',
    'Hi Galen!',
    'Thanks a lot',
    'Great, thank you very much.',
    'Goodbye, see you tomorrow',
    'What is your name?',
    'How are you today?',
    'Xin chào cả nhà ạ',
    'Vâng, cảm ơn anh nhiều',
    'Bạn tên là gì vậy?',
  ])('takes %j for small talk', (text) => {
    expect(replyToChitchat(text, 'en')).not.toBeNull();
  });

  it.each([
    'hello, how many sick days do I have?',
    'Thanks, how do I get a locker?',
    'Ok, what about sick days?',
    'Hi, who is on call?',
    'Good morning, room 12?',
    'Chào bạn, tủ đồ lấy ở đâu?',
    'Cảm ơn, còn nghỉ ốm thì sao?',
    'Nice weather policy',
  ])('leaves %j to the departments', (text) => {
    expect(replyToChitchat(text, 'en')).toBeNull();
  });

  it('answers in the language of the letters', () => {
    expect(replyToChitchat('Cảm ơn', 'en')).toMatch(/^Không có gì/u);
  });
});
