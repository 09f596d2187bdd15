import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../src/domain/answer.ts';
import type { Feedback } from '../../src/domain/run-record.ts';
import { type FakeModelServer, says } from '../../src/llm/testing/fake-model-server.ts';
import { startFakeOpenAi } from '../../src/llm/testing/fake-openai.ts';
import { answered, ask, focused, isInView, usePage } from './use-page.ts';
import { violations } from './violations.ts';

const QUESTION = 'What are the side effects of metformin?';
const NOT_FOUND = 'Can I take ibuprofen with warfarin?';

describe('without a model', () => {
  const galen = usePage();
  const feedbackOf = async ({ conversation_id }: Answer, as?: string) =>
    (await galen.get<{ feedback: Feedback[] }>(`/v1/conversations/${conversation_id}`, as)).feedback;

  it('says on the first screen what this is, for whom, that it is a demonstration, and that no model is set', async () => {
    const page = await galen.open();
    const about = page.getByTestId('about');
    await about.waitFor();
    const text = await about.textContent();
    expect(text).toMatch(/hospital assistant.*patients, clinicians, researchers and staff/u);
    expect(text).toMatch(/This is a demonstration/u);
    expect(text).toMatch(/No language model is set/u);
    const vietnamese = await galen.open({ locale: 'vi-VN', width: 360 });
    await vietnamese.getByTestId('about').getByText('Đây là bản dùng thử', { exact: false }).waitFor();
    expect(await vietnamese.getByTestId('about').textContent()).toMatch(/Chưa cài mô hình ngôn ngữ/u);
    expect(await isInView(vietnamese.getByTestId('about'))).toBe(true);
  });

  it('offers each staff role its own examples', async () => {
    const shown: string[] = [];
    for (const as of ['staff-general', 'staff-hr', 'staff-it']) {
      const page = await galen.open({ as });
      await page.getByTestId('about').waitFor();
      shown.push(...(await page.getByRole('main').getByRole('listitem').allTextContents()));
    }
    expect(shown.length).toBe(9);
    expect(new Set(shown).size).toBe(9);
    expect(shown.join()).toMatch(/password/u);
  });

  it('puts a question back to be edited and asked again, by the keyboard alone', async () => {
    const page = await galen.open();
    await ask(page, QUESTION);
    await answered(page);
    await page.getByRole('button', { name: 'Edit and ask again' }).focus();
    await page.keyboard.press('Enter');
    expect(await focused(page, 'value')).toBe(QUESTION);
    await page.keyboard.press('End');
    await page.keyboard.type(' In adults.');
    await page.keyboard.press('Enter');
    await answered(page, 2);
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      `You: ${QUESTION}`,
      `You: ${QUESTION} In adults.`,
    ]);
  });

  it('keeps a thumb, asks why it points down, shows it after a reload, and takes it back', async () => {
    const page = await galen.open({ as: 'patient' });
    await ask(page, QUESTION);
    await answered(page);
    const answer = await galen.lastAnswer('patient');
    const down = page.getByRole('button', { name: 'Not helpful' });
    await down.click();
    const form = page.getByTestId('feedback-reason');
    await form.waitFor();
    expect(await feedbackOf(answer, 'patient')).toMatchObject([{ rating: 'down', reason: null }]);
    expect(await violations(page)).toEqual([]);
    await form.getByRole('radio', { name: 'The sources do not fit' }).check();
    await form.getByRole('textbox').fill('Another drug was meant');
    await form.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you.', { exact: false }).waitFor();
    expect(await feedbackOf(answer, 'patient')).toMatchObject([
      { rating: 'down', reason: 'sources-do-not-fit', comment: 'Another drug was meant' },
    ]);
    await page.reload();
    await answered(page);
    expect(await down.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Helpful', exact: true }).click();
    await expect.poll(() => feedbackOf(answer, 'patient')).toMatchObject([{ rating: 'up', comment: null }]);
    await page.getByRole('button', { name: 'Helpful', exact: true }).click();
    await expect.poll(() => feedbackOf(answer, 'patient')).toEqual([]);
  });

  it.each(['evidence', 'research', 'consult'])(
    'suggests what to ask next after an answer of %s',
    async (flow) => {
      const page = await galen.open();
      await page.getByRole('combobox', { name: 'Way of answering' }).selectOption(flow);
      await ask(page, QUESTION);
      await answered(page);
      const next = page.getByTestId('follow-ups').getByRole('button').first();
      const question = await next.textContent();
      await next.click();
      await answered(page, 2);
      expect(await page.getByRole('heading', { level: 2 }).last().textContent()).toBe(`You: ${question}`);
    },
  );

  it('says in one card that nothing was found, and opens what came close at its sentence', async () => {
    const page = await galen.open({ width: 360 });
    await page.getByRole('combobox', { name: 'Way of answering' }).selectOption('evidence');
    await ask(page, NOT_FOUND);
    await answered(page);
    const { abstained } = await galen.lastAnswer();
    const [near] = abstained?.searched.closest ?? [];
    const card = page.getByTestId('not-found');
    for (const part of ['What came closest', 'To get closer', 'Whom to ask', 'Urgent help'])
      await card.getByText(part).waitFor();
    expect(await card.getByRole('link', { name: 'Call 115' }).getAttribute('href')).toBe('tel:115');
    expect(await card.textContent()).toContain(near?.sentence);
    expect(await page.locator('.answer-text').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await card.getByRole('button', { name: near?.title ?? '' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('mark').first().waitFor();
    expect((await page.locator('mark').allTextContents()).join('')).toBe(near?.sentence);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await focused(page, 'textContent')).toBe(near?.title);
  });

  it('has numerals of 24 pixels or more on a phone', async () => {
    const page = await galen.open({ width: 360 });
    await ask(page, QUESTION);
    await answered(page);
    const marks = page.locator('button.cite');
    expect(await marks.count()).toBeGreaterThan(0);
    for (const mark of await marks.all()) {
      const box = await mark.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    }
  });

  it('opens a document by its title, under an answer and in the knowledge', async () => {
    const page = await galen.open();
    await ask(page, QUESTION);
    await answered(page);
    const { sources } = await galen.lastAnswer();
    const title = sources[0]?.title ?? '';
    const panel = page.getByRole('complementary');
    await page.getByRole('button', { name: title, exact: true }).first().click();
    await panel.getByRole('heading', { name: title }).waitFor();
    await page.goto(`${galen.url()}/#/knowledge`);
    await page.getByRole('searchbox', { name: 'Filter by title' }).fill(title);
    await expect.poll(() => page.getByRole('row').count()).toBeLessThan(5);
    await page.getByRole('table').getByRole('button', { name: title, exact: true }).click();
    await panel.getByRole('heading', { name: title }).waitFor();
    expect((await page.getByTestId('document').textContent())?.length).toBeGreaterThan(200);
    await page.keyboard.press('Escape');
    expect(await focused(page, 'textContent')).toBe(title);
  });

  it('says what may be uploaded before, and shows files that failed as failed, in Vietnamese too', async () => {
    const page = await galen.open({ path: '#/knowledge', locale: 'vi-VN' });
    const panel = page.getByRole('region', { name: 'Thêm tài liệu' });
    await panel.getByText('nhiều nhất 50 tệp, mỗi tệp 20 MB, tổng cộng 50 MB', { exact: false }).waitFor();
    const input = panel.locator('input[type=file]');
    await input.setInputFiles([
      { name: 'empty.md', mimeType: 'text/markdown', buffer: Buffer.from('') },
      { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 broken') },
    ]);
    await panel.getByText('Không nhận được tệp nào').waitFor();
    const failed = await panel.getByTestId('failed-file').allTextContents();
    expect(failed.sort()).toEqual([
      'Lỗi: broken.pdf, không đọc được nội dung của tệp',
      'Lỗi: empty.md, không có nội dung',
    ]);
    expect(await panel.getByText('Xong', { exact: true }).count()).toBe(0);
    await input.setInputFiles([{ name: 'empty.md', mimeType: 'text/markdown', buffer: Buffer.from('') }]);
    await panel.getByText('Chưa gửi gì.').waitFor();
  });

  it('writes decimals as the language does', async () => {
    const page = await galen.open({ path: '#/knowledge', locale: 'vi-VN' });
    await page.getByRole('searchbox', { name: 'Thử tìm kiếm' }).fill('metformin');
    await page.keyboard.press('Enter');
    await page.getByText('Từ khớp').first().waitFor();
    for (const value of await page
      .getByRole('region', { name: 'Thử tìm kiếm' })
      .locator('dd')
      .allTextContents())
      expect(value).toMatch(/^\d,\d\d$/u);
  });
});

describe('with a model', () => {
  let model: FakeModelServer;
  beforeAll(async () => {
    model = await startFakeOpenAi([{ kind: 'hangs' }]);
  });
  afterAll(() => model.close());
  const galen = usePage(() => ({ GALEN_MODEL: 'openai-compatible/test', GALEN_MODEL_URL: model.url }));

  it('names the model, stops a question at the asker’s word, and asks it again', async () => {
    const page = await galen.open();
    await page
      .getByTestId('about')
      .getByText('language model openai-compatible/test', { exact: false })
      .waitFor();
    await ask(page, QUESTION);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('status').getByText('You stopped this question', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0);
    expect(await focused(page, 'tagName')).toBe('TEXTAREA');
    expect(await violations(page)).toEqual([]);
    model.script((request) => says(request.body.stream ? 'INSUFFICIENT' : '{}'));
    await page.getByRole('button', { name: 'Ask again', exact: true }).click();
    await answered(page);
  });
});
