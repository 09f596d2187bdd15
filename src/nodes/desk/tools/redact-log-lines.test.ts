import { describe, expect, it } from 'vitest';
import { redactLogLines } from './redact-log-lines.ts';

describe('redactLogLines', () => {
  it('keeps distinct addresses distinct, and the same one the same', () => {
    const lines = ['denied 10.0.0.7', 'denied 10.0.0.8', 'again 10.0.0.7'];
    expect(redactLogLines(lines)).toEqual(['denied [IP_1]', 'denied [IP_2]', 'again [IP_1]']);
  });

  it.each([
    ['login failed user=an.nguyen', 'login failed user=[USER_1]'],
    ['login failed for user binh', 'login failed for user [USER_1]'],
    ['{"user": "chi", "event": "login"}', '{"user": "[USER_1]", "event": "login"}'],
    ['Failed password for root from 10.0.0.1', 'Failed password for [USER_1] from [IP_1]'],
    [
      'Failed password for invalid user dung from 10.0.0.1',
      'Failed password for invalid user [USER_1] from [IP_1]',
    ],
    ['đăng nhập sai tài khoản giang', 'đăng nhập sai tài khoản [USER_1]'],
    ['login failed: backup not running', 'login failed: backup not running'],
  ])('reads %j as %j', (line, expected) => {
    expect(redactLogLines([line])).toEqual([expected]);
  });

  it('gives one user one token in all lines', () => {
    expect(redactLogLines(['user=An', 'user=binh', 'for user an'])).toEqual([
      'user=[USER_1]',
      'user=[USER_2]',
      'for user [USER_1]',
    ]);
  });

  it('is done with a hostile line at once', () => {
    const line = `for user ${'user '.repeat(400)}`;
    expect(redactLogLines([line])).toHaveLength(1);
  });
});
