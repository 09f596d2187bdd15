import { describe, expect, it } from 'vitest';
import type { Language } from '../../../domain/language.ts';
import type { KnowledgeDocument, RankedPassage } from '../../../domain/passage.ts';
import { createRunContext } from '../../../engine/create-run-context.ts';
import { defaultDeskSettings } from '../agents/default-settings.ts';
import type { DeskTask, ToolResult } from '../desk-work.ts';
import { syntheticPassage } from '../synthetic-passage.ts';
import { mathTool } from './math-tool.ts';

const TASK: DeskTask = {
  id: 'hr#math',
  group: 2,
  agent: 'hr',
  tool: 'math_tool',
  query: '',
  query_index: null,
  purpose: '',
  message: '',
  depends_on: ['hr#rag'],
};

function policy(id: string, text: string, part: Partial<KnowledgeDocument> = {}): RankedPassage {
  const made = syntheticPassage({
    id,
    title: id,
    text,
    language: 'en',
    source_type: 'log',
    scope: 'internal',
    department: 'hr',
    created_at: '2025-01-01',
  });
  return { ...made, document: { ...made.document, collection: 'desk', source_type: 'policy', ...part } };
}

const resultOf = (passages: RankedPassage[]): ToolResult => ({
  answer: '',
  context: '',
  passages,
  sentences: passages.map(({ id, text }) => ({ text, passage_id: id, score: 1 })),
  cached: null,
});

/** What the tool makes of a question when these passages were found, and those for what it looks up itself. */
async function work(
  question: string,
  found: RankedPassage[],
  {
    more = [],
    language = 'en',
    isNear = false,
  }: { more?: RankedPassage[]; language?: Language; isNear?: boolean } = {},
) {
  const searched: string[] = [];
  const tool = mathTool({
    settings: defaultDeskSettings(),
    search: async ({ task }) => {
      searched.push(task.query);
      return resultOf(more);
    },
  });
  const context = createRunContext({
    runId: 'run',
    timeoutMs: 10_000,
    limits: { llm_calls: 1, tokens: 1 },
    emit: () => undefined,
    clock: () => 0,
  });
  const result = await tool({
    task: { ...TASK, query: question },
    agent: defaultDeskSettings().agents.hr ?? null,
    agents: defaultDeskSettings().agents,
    access: { tenant_id: 'one', scopes: ['public', 'internal'], departments: ['hr'] },
    question,
    language,
    about_a_person: false,
    earlier: [
      {
        task: { ...TASK, id: 'hr#rag', tool: 'rag_tool', depends_on: [] },
        status: 'completed',
        failure: null,
        attempts: 1,
        started_at: 0,
        ended_at: 0,
        input_hash: '',
        output_hash: '',
        result: isNear ? { ...resultOf(found), sentences: [] } : resultOf(found),
      },
    ],
    context,
  });
  context.dispose();
  return { answer: result?.answer ?? null, scope: result?.passages[0]?.document.scope, searched };
}

const OVERTIME = policy(
  'overtime',
  'The hourly rate is the daily rate divided by 8 hours.\nOvertime on a public holiday is paid at 300% of the hourly rate.',
);
const LEAVE_PAY = policy('leave-pay', 'The daily rate is the monthly base salary divided by 22 days.');
const HOLIDAY =
  'With a base salary of 13,200,000 VND, what are 3 hours of overtime on a public holiday worth?';

describe('the calculating tool', () => {
  it('takes no figure of a policy that lost to a newer one', async () => {
    const old = policy('lateness', 'Each late arrival costs 1 KPI point.', { created_at: '2022-01-01' });
    const current = policy('attendance', 'Each late arrival costs 2 KPI points.');
    const { answer } = await work('I was late 4 times. How many KPI points is that?', [old, current]);
    expect(answer).toBe('Calculated: 4 × 2 = 8 points.');
  });

  it('takes no figure of an earlier version, whether or not the later one contradicts it', async () => {
    const old = policy('old', 'Each swap of a shift costs 5,000 VND.', {
      title: 'Shifts (2021)',
      created_at: '2021-01-01',
    });
    const current = policy('new', 'Swapping shifts is free of charge.', { title: 'Shifts (2025)' });
    const { answer } = await work('What do 3 swaps of a shift cost?', [old, current]);
    expect(answer).toBe('This was not calculated; the rules that were found are shown instead.');
  });

  it('looks up what a formula names', async () => {
    const { answer, searched } = await work(HOLIDAY, [OVERTIME], { more: [LEAVE_PAY] });
    expect(searched).toEqual(['daily rate']);
    expect(answer).toBe('Calculated: 3 × 13,200,000 ÷ 22 ÷ 8 × 300% = 675,000 VND.');
  });

  it('says what is missing rather than calculating without it', async () => {
    const { answer } = await work(HOLIDAY, [OVERTIME]);
    expect(answer).toBe('This cannot be calculated: no value was found for "daily rate".');
  });

  it('says nothing of calculating where a figure was only to be looked up', async () => {
    const fee = policy('fee', 'The fee is stated at the desk.');
    expect((await work('How much is the fee?', [fee])).answer).toBeNull();
  });

  it('works out what only comes near, and says nothing of what it cannot work out from that', async () => {
    const lunch = policy('lunch', 'A staff lunch costs 35,000 VND.');
    const { answer } = await work('What do 2 staff lunches cost?', [lunch], { isNear: true });
    expect(answer).toBe('Calculated: 2 × 35,000 = 70,000 VND.');
    expect((await work('What do 2 staff dinners cost?', [lunch], { isNear: true })).answer).toBeNull();
    expect((await work('What do 2 staff dinners cost?', [lunch])).answer).toMatch(
      /^This was not calculated/u,
    );
  });

  it('is as closed as what it used, not as all that was found', async () => {
    const open = policy('open', 'A staff lunch costs 35,000 VND.', { scope: 'public' });
    const closed = policy('closed', 'The director earns 90,000,000 VND.', { scope: 'private' });
    const { answer, scope } = await work('What do 2 staff lunches cost?', [open, closed]);
    expect(answer).toBe('Calculated: 2 × 35,000 = 70,000 VND.');
    expect(scope).toBe('public');
  });

  it('states whole đồng', async () => {
    const question = 'My base salary is 13,000,000 VND. What is my daily rate?';
    expect((await work(question, [LEAVE_PAY])).answer).toBe('Calculated: 13,000,000 ÷ 22 = 590,909 VND.');
  });

  it('takes no rate of another case than the one asked about', async () => {
    const weekday = policy('rates', 'A duty on a weekend is paid with 200,000 VND.');
    expect((await work('What do 3 duties on a public holiday pay?', [weekday])).answer).not.toContain('=');
  });

  it('leaves no part of the question out of account', async () => {
    const question = 'How much do 2 weeks of 5 working days cost at a daily rate of 500,000 VND?';
    const cost = policy('cost', 'The cost of leave is the daily rate multiplied by the number of days.');
    expect((await work(question, [cost])).answer).not.toContain('=');
  });
});
