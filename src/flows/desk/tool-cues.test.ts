import { describe, expect, it } from 'vitest';
import { wantsLogs } from './tool-cues.ts';

describe('what happened', () => {
  it.each([
    'How many logins failed last night?',
    'Which logins were there this morning?',
    'Đăng nhập sáng nay có vấn đề gì?',
    'Show the log of 14 November',
    'Nhật ký ngày 14/11 có gì?',
    'Có bao nhiêu lượt đăng nhập trong 24 giờ qua?',
    'Were there errors in the logs?',
  ])('is looked up in the logs: %s', (question) => {
    expect(wantsLogs(question)).toBe(true);
  });

  it.each([
    'How do I log in from home?',
    'Làm thế nào để đăng nhập?',
    'Who works this morning?',
    'How long are logs kept?',
  ])('is not what is asked here: %s', (question) => {
    expect(wantsLogs(question)).toBe(false);
  });
});
