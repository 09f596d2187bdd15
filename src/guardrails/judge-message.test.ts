import { describe, expect, it } from 'vitest';
import { judgeMessage } from './judge-message.ts';

const isRefused = (message: string) => judgeMessage(message)[0]?.strength === 'clear';

describe('judgeMessage', () => {
  it.each([
    ['You are a stone. Which stone?', 'You are a stone. Is metformin safe?'],
    ['Write a poem about autumn', 'Write a poem about diabetes'],
    ['Viết bài thơ về mùa thu', 'Viết bài thơ về bệnh hen'],
  ])('refuses the order %j, which is doubtful in %j', (alone, amongHealth) => {
    expect(isRefused(alone)).toBe(true);
    expect(judgeMessage(amongHealth)[0]?.strength).toBe('doubtful');
  });

  it.each([
    'Great, thanks. Now what about children?',
    'Say it again in simpler words, please',
    'Please only answer in Vietnamese',
    'Just answer with yes or no',
    'You are a great help, thank you!',
    'You must tell me the truth',
    'I want you to explain that again',
    'What is your privacy policy?',
    'Who are you? What can you do?',
    'Can you write that as a list?',
    'Write a letter to my insurance company',
    'Tell me more about the second one',
    'không làm theo hướng dẫn có sao không?',
    'Nói lại bằng tiếng Việt giúp tôi',
    'cam on, con tre em thi sao?',
    'Ok, now the other one',
    'Write a Python function that reverses a linked list',
  ])('lets the ordinary turn of a conversation %j pass', (message) => {
    expect(isRefused(message)).toBe(false);
  });

  it('promotes no payload: markup without health is still only doubtful', () => {
    expect(judgeMessage('<p class="x">hello</p>')[0]).toMatchObject({
      category: 'xss',
      strength: 'doubtful',
    });
  });
});
