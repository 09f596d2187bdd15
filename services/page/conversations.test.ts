import { describe, expect, it } from 'vitest';
import { readJson } from '../../src/app/testing/read-json.ts';
import type { Answer } from '../../src/domain/answer.ts';
import type { Message } from '../../src/domain/run-record.ts';
import { answered, ask, usePage } from './use-page.ts';

const galen = usePage();
const QUESTION = 'What are the side effects of metformin?';

describe('conversations', () => {
  it('are listed, searched, opened, renamed and deleted, each person’s own', async () => {
    const page = await galen.open({ as: 'researcher' });
    await ask(page, 'Does aspirin prevent pre-eclampsia?');
    await answered(page);
    await ask(page, 'And in twin pregnancies?');
    await answered(page, 2);
    const list = page.getByRole('region', { name: 'Conversations' });
    const entry = list.getByRole('link', { name: /aspirin/u });
    await entry.waitFor();
    await entry.hover();
    await list.getByRole('button', { name: /^Options for/u }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Title of the conversation' }).fill('Pre-eclampsia');
    await page.keyboard.press('Enter');
    await list.getByRole('link', { name: 'Pre-eclampsia' }).waitFor();
    await list.getByRole('searchbox').fill('twin');
    await list.getByRole('link', { name: 'Pre-eclampsia' }).waitFor();
    await list.getByRole('searchbox').fill('nothing of the kind');
    await list.getByText('No conversation contains these words.').waitFor();
    await list.getByRole('searchbox').fill('');
    await page.reload();
    await answered(page, 2);
    await list.getByRole('link', { name: 'Pre-eclampsia' }).hover();
    await list.getByRole('button', { name: /^Options for/u }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await list.getByText('Nothing asked yet.').waitFor();
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
  });

  it('of 300 messages draw only what is near the window', async () => {
    const as = { 'x-galen-as': 'staff-general', 'content-type': 'application/json' };
    const post = (body: object) =>
      readJson<Answer>(
        fetch(`${galen.url()}/v1/ask`, { method: 'POST', headers: as, body: JSON.stringify(body) }),
      );
    const { conversation_id } = await post({ message: QUESTION, flow: 'evidence' });
    for (let i = 1; i < 20; i += 1) await post({ message: QUESTION, flow: 'evidence', conversation_id });
    const page = await galen.open({ as: 'staff-general' });
    // The page asks the server; it is told of the same turns many times over.
    await page.route(`**/v1/conversations/${conversation_id}`, async (route) => {
      const whole = await (await route.fetch()).json();
      const copies = Array.from({ length: 8 }, (_, copy) =>
        whole.messages.map((message: Message) => ({
          ...message,
          id: `${message.id}-${copy}`,
          run_id: `${message.run_id}-${copy}`,
        })),
      );
      await route.fulfill({ json: { ...whole, messages: copies.flat().slice(0, 300) } });
    });
    await page.goto(`${galen.url()}/#/ask/${conversation_id}`);
    await answered(page);
    expect(await page.locator('main article').count()).toBeLessThan(20);
    await page.evaluate('scrollTo(0, 0)');
    await page.locator('main article').first().waitFor();
    await expect.poll(() => page.locator('main article').count(), { timeout: 30_000 }).toBeLessThan(20);
    await expect.poll(() => page.evaluate('scrollY'), { timeout: 30_000 }).toBeLessThan(50);
    expect(await page.evaluate('document.body.scrollHeight')).toBeGreaterThan(30_000);
  });

  it('about a patient are opened again beside that patient’s chart', async () => {
    const page = await galen.open({ as: 'clinician', path: '#/clinic/gal-0001' });
    await page.getByTestId('chart').waitFor();
    await ask(page, 'Which medicines does the patient take?');
    await answered(page);
    await page.goto(`${galen.url()}/#/knowledge`);
    await page.getByRole('heading', { name: 'Knowledge' }).waitFor();
    await page
      .getByRole('region', { name: 'Conversations' })
      .getByRole('link', { name: /Which medicines/u })
      .click();
    await answered(page);
    await page.getByTestId('active-patient').getByText('Nguyễn Thị Mai Sương').waitFor();
    await page.getByTestId('chart').getByText('lisinopril').first().waitFor();
    expect(await page.getByRole('heading', { name: 'Which medicines does the patient take?' }).count()).toBe(
      1,
    );
    await ask(page, 'And which allergies are recorded?');
    await answered(page, 2);
    expect((await galen.lastAnswer('clinician')).flow).toBe('clinic');
  });

  it('with the desk are opened again there, with the plan as it ended', async () => {
    const page = await galen.open({ as: 'staff-hr', path: '#/desk' });
    await ask(page, 'Đi muộn bao nhiêu phút thì bị tính là muộn, và bị trừ mấy điểm KPI?');
    await answered(page);
    const plan = page.getByRole('region', { name: 'Plan' });
    await plan.getByText(/^\d of \d tasks done.* · 100 %$/u).waitFor();
    const tasks = await plan.getByRole('listitem').allTextContents();
    const done = tasks.filter((task) => /· done$/u.test(task.trim())).length;
    expect(done).toBeGreaterThan(0);
    const told = `${done} of ${tasks.length} tasks done`;
    await plan.getByText(told).waitFor();
    await page.goto(`${galen.url()}/#/settings`);
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await page
      .getByRole('region', { name: 'Conversations' })
      .getByRole('link', { name: /Đi muộn/u })
      .click();
    await answered(page);
    await plan.getByText(told).waitFor();
    expect(await plan.getByRole('listitem').allTextContents()).toEqual(tasks);
    expect(page.url()).toMatch(/#\/desk\//u);
    await page.reload();
    await plan.getByText(told).waitFor();
    expect(await plan.count()).toBe(1);
  });
});
