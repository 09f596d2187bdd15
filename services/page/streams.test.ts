import { rm } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startGalenProcess } from '../../src/app/testing/galen-process.ts';
import { readyFolder } from '../../src/app/testing/ready-folder.ts';
import { type FakeModelServer, says } from '../../src/llm/testing/fake-model-server.ts';
import { startFakeOpenAi } from '../../src/llm/testing/fake-openai.ts';
import { type CutOffProxy, startCutOffProxy } from './cut-off-proxy.ts';
import { answered, ask, usePage } from './use-page.ts';

/** Between two words: while a test looks at the page, and once it only waits for the end. */
const GAP_MS = { slow: 250, quick: 20 };
const SENTENCES = [
  'Metformin most often causes gastrointestinal side effects: diarrhoea, nausea, vomiting, flatulence, indigestion and abdominal discomfort [1].',
  'Gastrointestinal side effects of metformin are most common at the start of treatment and often fade [1].',
  'Long-term metformin can cause vitamin B12 deficiency, which may lead to anaemia or worsen neuropathy [1].',
];
const PLAIN = SENTENCES.join(' ');
const HOSTILE =
  `${SENTENCES[0]} <img src="x" onerror="window.broken = 1"> ![x](http://stranger.test/x.png) ` +
  '[press](javascript:window.broken=1) <script>window.broken = 1</script> It goes on for some more words.';

let model: FakeModelServer;
beforeAll(async () => {
  model = await startFakeOpenAi([]);
});
afterAll(() => model.close());
const galen = usePage(() => ({ GALEN_MODEL: 'openai-compatible/test', GALEN_MODEL_URL: model.url }));

/** The model finds the words to search for at once, and writes word by word. */
function writeSlowly(text: string): void {
  writtenBefore = streamsAsked();
  pace = 'slow';
  model.script((request) =>
    request.body.stream
      ? { kind: 'speaks-slowly', text, gapMs: () => GAP_MS[pace] }
      : says('{"query":"side effects of metformin","expansions":[]}'),
  );
}

let pace: keyof typeof GAP_MS = 'slow';
async function answeredSoon(page: Page): Promise<void> {
  pace = 'quick';
  await answered(page);
}

let writtenBefore = 0;
const streamsAsked = () => model.requests.filter(({ body }) => body.stream).length;

/** The model has begun to write; nothing of it is on the page before it is checked. */
async function beingWritten(page: Page): Promise<void> {
  await vi.waitFor(() => expect(streamsAsked()).toBeGreaterThan(writtenBefore), { timeout: 30_000 });
  expect(await page.getByText('indigestion', { exact: false }).count()).toBe(0);
}

/** Letters alone: marks of citations and the breaks between words are drawn, not said. */
const letters = (text: string) => text.replaceAll(/[^\p{L}]/gu, '');

/** Notes every state that the text being written goes through. */
async function watchDraft(page: Page): Promise<void> {
  await page.evaluate(`
    window.drafts = [];
    new MutationObserver(() => {
      const draft = document.querySelector('main article [aria-label] ~ div .answer-text');
      if (draft) window.drafts.push(draft.textContent);
    }).observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true });
  `);
}
const drafts = (page: Page) => page.evaluate<string[]>('window.drafts');

/** What came was what stands in the end: never a word twice, never one left out, never one that was not checked. */
function expectGrowing(seen: readonly string[], whole: string): void {
  for (const draft of seen) expect(letters(whole).startsWith(letters(draft))).toBe(true);
}

async function expectAnswer(page: Page): Promise<void> {
  await answeredSoon(page);
  const { message, steps } = await galen.lastAnswer();
  expect(message).toContain('vitamin B12 deficiency');
  expect(await page.getByTestId('answer').count()).toBe(1);
  const shown = await page.getByTestId('answer').locator('.answer-text').textContent();
  expect(letters(shown ?? '')).toBe(letters(message));
  await page.getByRole('button', { name: 'Trace' }).click();
  await page.getByRole('img', { name: /Path taken/u }).waitFor();
  const orders = page.getByRole('region', { name: 'Trace' }).locator('ol > li > div > span:first-child');
  expect(await orders.allTextContents()).toEqual(steps.map(({ order }) => String(order)));
}

describe('while an answer is being written', () => {
  it('a reload goes on with it: the same text, every step once', async () => {
    writeSlowly(PLAIN);
    const page = await galen.open();
    await ask(page, 'What are the side effects of metformin?');
    await beingWritten(page);
    await page.reload();
    await watchDraft(page);
    await expectAnswer(page);
    expectGrowing(await drafts(page), (await galen.lastAnswer()).message);
  });

  it('an emergency is on the page already, also after a reload, and stays when the answer is there', async () => {
    writeSlowly(PLAIN);
    const page = await galen.open({ as: 'patient' });
    await ask(page, 'I take metformin and cannot breathe, is that one of its side effects?');
    const banner = page.getByRole('alert', { name: /emergency/iu });
    const call = banner.getByRole('link', { name: 'Call 115' });
    await call.waitFor();
    expect(await page.getByTestId('answer').count()).toBe(0);
    await page.reload();
    await call.waitFor();
    expect(await page.getByTestId('answer').count()).toBe(0);
    await banner.evaluate((node) => node.setAttribute('data-first', 'yes'));
    await answeredSoon(page);
    expect(await banner.count()).toBe(1);
    expect(await banner.getAttribute('data-first')).toBe('yes');
  });

  it('hostile Markdown does nothing', async () => {
    writeSlowly(HOSTILE);
    const page = await galen.open();
    await ask(page, 'Which side effects does metformin have at first?');
    await beingWritten(page);
    await answeredSoon(page);
    expect(await page.locator('main img:not([role]), main script').count()).toBe(0);
    expect(await page.locator('main a[href^="javascript"]').count()).toBe(0);
    expect(await page.evaluate('window.broken')).toBeUndefined();
  });

  it('a crash of the server ends the turn: the page says so, and shows how far it came', async () => {
    writeSlowly(PLAIN);
    const folder = await readyFolder();
    const settings = { GALEN_MODEL: 'openai-compatible/test', GALEN_MODEL_URL: model.url };
    const first = await startGalenProcess(folder, settings);
    const page = await galen.open({ url: first.url });
    await ask(page, 'Which side effects are known of metformin?');
    await beingWritten(page);
    // By then the steps so far are stored.
    await page.waitForTimeout(3_000);
    await page.goto('about:blank');
    first.kill('SIGKILL');
    await first.exited;
    const second = await startGalenProcess(folder, settings);
    try {
      const later = await galen.open({ url: second.url });
      await later.getByRole('region', { name: 'Conversations' }).getByRole('link').first().click();
      await later.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
      await later.getByRole('button', { name: 'Trace' }).click();
      const trace = later.getByRole('region', { name: 'Trace' });
      await trace.getByText('Opening the turn').waitFor();
      await trace.getByText(/^The server stopped while answering/u).waitFor();
      await trace
        .getByRole('img', { name: /Path taken: Checking the question, Opening the turn/u })
        .waitFor();
    } finally {
      second.kill('SIGTERM');
      await second.exited;
      await rm(folder, { recursive: true, force: true });
    }
  });

  describe('and the connection breaks', () => {
    let proxy: CutOffProxy;
    beforeAll(async () => {
      proxy = await startCutOffProxy(galen.url());
    });
    afterEach(() => proxy.mend());
    afterAll(() => proxy.close());

    it('says so, and goes on after the last event it had, with nothing twice and nothing missing', async () => {
      writeSlowly(PLAIN);
      const page = await galen.open({ url: proxy.url });
      await watchDraft(page);
      await ask(page, 'What side effects can metformin have?');
      await beingWritten(page);
      proxy.cut();
      await page.getByText('Connection lost', { exact: false }).waitFor();
      proxy.mend();
      await page.getByText('Connection lost', { exact: false }).waitFor({ state: 'detached' });
      await expectAnswer(page);
      expectGrowing(await drafts(page), (await galen.lastAnswer()).message);
      const [first, second, ...more] = streamsOf(proxy);
      expect(more).toEqual([]);
      expect(first?.after).toBe(0);
      expect(second?.after).toBeGreaterThan(3);
      expect(first?.ids.slice(0, second?.after)).toEqual(upTo(1, second?.after ?? 0));
      expect(second?.ids).toEqual(upTo((second?.after ?? 0) + 1, second?.ids.at(-1) ?? 0));
    });

    it('twice, it still tells the whole once', async () => {
      writeSlowly(PLAIN);
      const page = await galen.open({ url: proxy.url });
      await watchDraft(page);
      await ask(page, 'Tell me the side effects of metformin');
      await beingWritten(page);
      for (let cut = 0; cut < 2; cut += 1) {
        proxy.cut();
        await page.getByText('Connection lost', { exact: false }).waitFor();
        proxy.mend();
        await page.getByText('Connection lost', { exact: false }).waitFor({ state: 'detached' });
      }
      await expectAnswer(page);
      expectGrowing(await drafts(page), (await galen.lastAnswer()).message);
    });
  });
});

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** The event streams that went through: after which event each was asked for, and the numbers of what it told. */
function streamsOf(proxy: CutOffProxy): { after: number; ids: number[] }[] {
  const answers = proxy.answered();
  return proxy.asked().flatMap((asked, i) => {
    const ids = [...(answers[i] ?? '').matchAll(/^id: (\d+)\r?$/gmu)].map(([, id]) => Number(id));
    if (ids.length === 0) return [];
    return [{ after: Number(/^last-event-id: (\d+)\r?$/imu.exec(asked)?.[1] ?? 0), ids }];
  });
}
