import { describe, expect, it } from 'vitest';
import type { Access } from '../../../domain/access.ts';
import { createRunContext } from '../../../engine/create-run-context.ts';
import type { LogQuery } from '../../../tools/log-source.port.ts';
import { defaultDeskSettings } from '../agents/default-settings.ts';
import { logTool, redactLogLines } from './log-tool.ts';

interface Asked {
  query?: string;
  question?: string;
  language?: 'en' | 'vi';
  total?: number | null;
  undated?: number;
  scopes?: Access['scopes'];
  departments?: string[];
}

/** Half past eight in the morning in Hanoi. */
const NOW = Date.parse('2026-11-15T08:30:00+07:00');

/** What is said of failed logins of which the newest are given, and what the logs were asked. */
async function ask({
  query = 'Were there failed logins?',
  question = query,
  language = 'en',
  total = 137,
  undated = 0,
  scopes = ['public', 'internal', 'private'],
  departments = ['it'],
}: Asked) {
  const asked: LogQuery[] = [];
  const line = (number: number) => ({ source: 'auth.log', number, time: null, text: 'login failed' });
  const tool = logTool({
    logs: {
      search: async (one) => {
        asked.push(one);
        return { lines: Array.from({ length: one.limit }, (_, i) => line(i)), total, undated };
      },
    },
    settings: defaultDeskSettings(),
    timeZone: 'Asia/Ho_Chi_Minh',
  });
  const context = createRunContext({
    runId: 'run',
    timeoutMs: 10_000,
    limits: { llm_calls: 1, tokens: 1 },
    emit: () => undefined,
    clock: () => NOW,
  });
  const result = await tool({
    task: {
      id: 'it#log',
      group: 1,
      agent: 'it',
      tool: 'log_tool',
      query,
      query_index: 1,
      purpose: '',
      message: '',
      depends_on: [],
    },
    agent: defaultDeskSettings().agents.it ?? null,
    agents: defaultDeskSettings().agents,
    access: { tenant_id: 'one', scopes, departments },
    question,
    language,
    about_a_person: false,
    earlier: [],
    context,
  });
  context.dispose();
  const iso = (at: number | null | undefined) => (at ? new Date(at).toISOString() : null);
  return { said: result?.answer, asked: asked.length, from: iso(asked[0]?.from), to: iso(asked[0]?.to) };
}

describe('the log tool', () => {
  it('tells how many lines match, not how many it was given, and that no period was named', async () => {
    expect(await ask({})).toEqual({
      said: '137 lines of the logs match (no period was named, so all times were searched).',
      asked: 1,
      from: null,
      to: null,
    });
  });

  it('claims no total that is not known', async () => {
    expect((await ask({ total: null })).said).toMatch(/^At least 20 lines of the logs match/u);
  });

  it('searches the night of the house and says which it was', async () => {
    const night = { asked: 1, from: '2026-11-14T11:00:00.000Z', to: '2026-11-14T22:59:59.999Z' };
    expect(await ask({ query: 'Were there failed logins last night?' })).toEqual({
      said: '137 lines of the logs match (from 2026-11-14 18:00 to 2026-11-15 06:00, time of Asia/Ho_Chi_Minh).',
      ...night,
    });
    expect(await ask({ query: 'Đêm qua có đăng nhập thất bại không?', language: 'vi' })).toEqual({
      said: 'Có 137 dòng nhật ký phù hợp (từ 18:00 14/11/2026 đến 06:00 15/11/2026, giờ Asia/Ho_Chi_Minh).',
      ...night,
    });
  });

  it.each([
    [['public', 'internal', 'private'], ['hr']],
    [['public'], ['it']],
  ] as const)(
    'asks no log for who may not read them, whatever the plan says: %o %o',
    async (scopes, departments) => {
      const { said, asked } = await ask({ scopes: [...scopes], departments: [...departments] });
      expect([said, asked]).toEqual([undefined, 0]);
    },
  );

  it('says how many lines could not be dated', async () => {
    const { said } = await ask({ query: 'Were there failed logins last night?', total: 0, undated: 4 });
    expect(said).toMatch(/^0 lines .* A further 4 lines match but state no time that can be read/u);
  });

  it('takes the period of the whole question where its part names none', async () => {
    const question = 'What does the policy say, and were there failed logins yesterday?';
    expect((await ask({ question })).said).toContain('from 2026-11-14 00:00 to 2026-11-15 00:00');
  });
});

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
