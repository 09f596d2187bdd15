import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type GalenProcess, startGalenProcess } from '../../src/app/testing/galen-process.ts';
import { readJson } from '../../src/app/testing/read-json.ts';
import { readyFolder } from '../../src/app/testing/ready-folder.ts';
import type { Answer } from '../../src/domain/answer.ts';
import type { Conversation, Message } from '../../src/domain/run-record.ts';

const CHROMIUM = '/usr/bin/chromium';
/** Of a busy machine. */
const PATIENCE_MS = 120_000;

export interface Opening {
  /** A demo person; the owner without one. */
  as?: string;
  path?: string;
  locale?: string;
  width?: number;
  colorScheme?: 'light' | 'dark';
  /** Another address than the server's own: one that stands between. */
  url?: string;
}

export interface PageUnderTest {
  url(): string;
  /** A fresh browser on the page. */
  open(opening?: Opening): Promise<Page>;
  get<Shape>(path: string, as?: string): Promise<Shape>;
  /** What the API says was answered last. */
  lastAnswer(as?: string): Promise<Answer>;
  /** What a test breaks on purpose is no problem of the page. */
  forgive(problem: RegExp): void;
}

/**
 * The built server with its embedded database, and Debian's Chromium on its page, for the tests of one file. After each
 * test nothing may have been asked of strangers, and nothing may have broken in the page.
 */
export function usePage(settings: () => Readonly<Record<string, string>> = () => ({})): PageUnderTest {
  if (!existsSync(CHROMIUM)) throw new Error(`these tests need ${CHROMIUM}: apt-get install -y chromium`);
  let folder: string;
  let server: GalenProcess;
  let browser: Browser;
  let context: BrowserContext | null = null;
  const strangers: string[] = [];
  const problems: string[] = [];

  beforeAll(async () => {
    folder = await readyFolder();
    server = await startGalenProcess(folder, settings());
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
    server.kill('SIGTERM');
    await server.exited;
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(async () => {
    await context?.close();
    context = null;
    expect([strangers.splice(0), problems.splice(0)]).toEqual([[], []]);
  });

  const get = <Shape>(path: string, as = 'owner') =>
    readJson<Shape>(fetch(`${server.url}${path}`, { headers: { 'x-galen-as': as } }));

  return {
    url: () => server.url,
    get,
    forgive(problem) {
      const others = problems.filter((one) => !problem.test(one));
      problems.splice(0, problems.length, ...others);
    },

    async open({ as, path = '#/ask', locale = 'en-GB', width = 1280, colorScheme = 'light', url } = {}) {
      const address = url ?? server.url;
      const viewport = { width, height: 900 };
      await context?.close();
      context = await browser.newContext({ locale, viewport, colorScheme, reducedMotion: 'reduce' });
      context.setDefaultTimeout(PATIENCE_MS);
      if (as !== undefined) {
        const stored = JSON.stringify({ person: as, language: null, theme: 'system' });
        const content = `localStorage.getItem('galen.settings') ?? localStorage.setItem('galen.settings', '${stored}')`;
        await context.addInitScript({ content });
      }
      const page = await context.newPage();
      page.on('request', (request) => {
        if (!request.url().startsWith(address) && !/^(?:blob|data):/u.test(request.url()))
          strangers.push(request.url());
      });
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        // The browser itself tells of responses that say no; the page shows those.
        if (message.type() === 'error' && !/Failed to load resource/u.test(message.text()))
          problems.push(message.text());
      });
      await page.goto(`${address}/${path}`);
      return page;
    },

    async lastAnswer(as = 'owner') {
      const { conversations } = await get<{ conversations: Conversation[] }>('/v1/conversations?limit=1', as);
      const path = `/v1/conversations/${conversations[0]?.id}`;
      const answer = (await get<{ messages: Message[] }>(path, as)).messages.at(-1)?.answer;
      if (!answer) throw new Error('nothing was answered');
      return answer;
    },
  };
}

export async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: /Your question|Câu hỏi của bạn/u }).fill(question);
  await page.keyboard.press('Enter');
}

export async function answered(page: Page, count = 1): Promise<void> {
  await page
    .getByTestId('answer')
    .nth(count - 1)
    .waitFor({ timeout: PATIENCE_MS });
}

/** Whether it stands within the window; `isVisible` is true also of what is scrolled away. */
export async function isInView(part: Locator): Promise<boolean> {
  const box = await part.boundingBox();
  const window = part.page().viewportSize();
  if (box === null || window === null) return false;
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= window.width && box.y + box.height <= window.height;
}

/** What has the focus, by a property of it. */
export function focused(page: Page, property: string): Promise<unknown> {
  return page.evaluate(`document.activeElement.${property}`);
}
