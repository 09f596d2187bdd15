import { describe, expect, it } from 'vitest';
import { createRunContext } from '../../../engine/run-context.ts';
import { DEFAULT_DESK_SETTINGS } from '../agents/default-settings.ts';
import { logTool } from './log-tool.ts';

/** What is said of 137 failed logins of which the newest are given. */
async function said(total: number | null): Promise<string | undefined> {
  const line = (number: number) => ({ source: 'auth.log', number, time: null, text: 'login failed' });
  const tool = logTool({
    logs: {
      search: async ({ limit }) => ({ lines: Array.from({ length: limit }, (_, i) => line(i)), total }),
    },
    settings: DEFAULT_DESK_SETTINGS,
  });
  const context = createRunContext({
    runId: 'run',
    timeoutMs: 10_000,
    limits: { llm_calls: 1, tokens: 1 },
    emit: () => undefined,
    clock: () => 0,
  });
  const result = await tool({
    task: {
      id: 'it#log',
      group: 1,
      agent: 'it',
      tool: 'log_tool',
      query: 'Were there failed logins?',
      query_index: 1,
      purpose: '',
      message: '',
      depends_on: [],
    },
    agent: DEFAULT_DESK_SETTINGS.agents.it ?? null,
    agents: DEFAULT_DESK_SETTINGS.agents,
    access: { tenant_id: 'one', scopes: ['public', 'internal', 'private'], departments: ['it'] },
    question: 'Were there failed logins?',
    language: 'en',
    about_a_person: false,
    earlier: [],
    context,
  });
  context.dispose();
  return result?.answer;
}

describe('the log tool', () => {
  it('tells how many lines match, not how many it was given', async () => {
    expect(await said(137)).toBe('137 lines of the logs match.');
  });

  it('claims no total that is not known', async () => {
    expect(await said(null)).toBe('At least 20 lines of the logs match.');
  });
});
