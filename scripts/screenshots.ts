import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startGalenProcess } from '../src/app/testing/galen-process.ts';
import { shrinkPng } from './shrink-png.ts';

const FOLDER = fileURLToPath(new URL('../docs/screenshots', import.meta.url));
const CHROMIUM = '/usr/bin/chromium';
const QUESTION = 'What are the side effects of metformin?';
const only = process.argv[2];

interface Shot {
  name: string;
  /** A demo person; the owner without one. */
  as?: string;
  path: string;
  act?: (page: Page) => Promise<void>;
}

/** Each view as it is met. */
const SHOTS: readonly Shot[] = [
  { name: 'welcome', as: 'clinician', path: '#/ask' },
  { name: 'answer', path: '#/ask', act: askAndOpenSource },
  { name: 'trace', path: '#/ask', act: askAndOpenTrace },
  {
    name: 'emergency',
    as: 'patient',
    path: '#/ask',
    act: (page) =>
      ask(page, 'I am having an anaphylactic reaction and cannot breathe. How is anaphylaxis treated?'),
  },
  {
    name: 'research',
    as: 'researcher',
    path: '#/ask',
    act: (page) => ask(page, 'Compare dapagliflozin and empagliflozin in chronic kidney disease'),
  },
  {
    name: 'changes',
    as: 'researcher',
    path: '#/ask',
    act: (page) => ask(page, 'How has the treatment of hypertension changed since 2015?'),
  },
  { name: 'patients', as: 'clinician', path: '#/clinic' },
  {
    name: 'clinic',
    as: 'clinician',
    path: '#/clinic/gal-0001',
    act: (page) => page.getByTestId('chart').waitFor(),
  },
  { name: 'approval', as: 'clinician', path: '#/clinic/gal-0001', act: proposeWrite },
  {
    name: 'desk',
    as: 'staff-hr',
    path: '#/desk',
    act: (page) => ask(page, 'Đi muộn bao nhiêu phút thì bị tính là muộn, và bị trừ mấy điểm KPI?'),
  },
  { name: 'knowledge', path: '#/knowledge', act: trySearch },
  { name: 'activity', path: '#/activity', act: verifyAudit },
  { name: 'settings', path: '#/settings' },
];
const SIZES = { wide: { width: 1360, height: 860 }, narrow: { width: 390, height: 844 } };
const SCHEMES = ['light', 'dark'] as const;

const dataDir = await mkdtemp(join(tmpdir(), 'galen-screenshots-'));
const server = await startGalenProcess(dataDir);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
try {
  await mkdir(FOLDER, { recursive: true });
  for (const shot of SHOTS) {
    if (only !== undefined && !shot.name.startsWith(only)) continue;
    for (const [size, viewport] of Object.entries(SIZES)) {
      for (const scheme of SCHEMES) await take(browser, shot, size, viewport, scheme);
    }
  }
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await server.exited;
  await rm(dataDir, { recursive: true, force: true });
}

async function take(
  browser: Browser,
  { name, as, path, act }: Shot,
  size: string,
  viewport: { width: number; height: number },
  colorScheme: (typeof SCHEMES)[number],
): Promise<void> {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  try {
    if (as !== undefined) {
      const settings = JSON.stringify({ person: as, language: null, theme: 'system' });
      await context.addInitScript({ content: `localStorage.setItem('galen.settings', '${settings}')` });
    }
    const page = await context.newPage();
    await page.goto(`${server.url}/${path}`);
    await page.waitForLoadState('networkidle');
    await act?.(page);
    await page.waitForTimeout(300);
    const picture = shrinkPng(await page.screenshot());
    await writeFile(join(FOLDER, `${name}-${size}-${colorScheme}.png`), picture);
    process.stdout.write(`${name}-${size}-${colorScheme}\n`);
    // One of the four stays, so that the list beside later pictures is one of different questions.
    if (`${size}-${colorScheme}` !== 'wide-light') await forget(page.url(), as);
  } catch (error) {
    // The others are still worth having; that one is missing is told, and is a failure.
    process.exitCode = 1;
    process.stdout.write(
      `${name}-${size}-${colorScheme} left out: ${error instanceof Error ? error.message.split('\n')[0] : error}\n`,
    );
  } finally {
    await context.close();
  }
}

async function forget(address: string, as = 'owner'): Promise<void> {
  const conversation = /#\/(?:ask|desk|clinic\/[^/]+)\/([\w-]+)$/u.exec(address)?.[1];
  if (conversation === undefined) return;
  const init = { method: 'DELETE', headers: { 'x-galen-as': as } };
  const { ok, status } = await fetch(`${server.url}/v1/conversations/${conversation}`, init);
  if (!ok) throw new Error(`a conversation could not be deleted: ${status}`);
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox').first().fill(question);
  await page.keyboard.press('Enter');
  await page.getByTestId('answer').first().waitFor({ timeout: 20_000 });
  await page.evaluate('scrollTo(0, 0)');
}

async function askAndOpenSource(page: Page): Promise<void> {
  await ask(page, QUESTION);
  await page.locator('button.cite').nth(1).click();
  await page.locator('mark').first().waitFor();
}

async function askAndOpenTrace(page: Page): Promise<void> {
  await ask(page, 'Does aspirin prevent pre-eclampsia?');
  await page.getByRole('button', { name: 'Trace' }).click();
  await page.getByRole('img', { name: /Graph of the flow/u }).waitFor();
  await page.getByText('Steps', { exact: true }).evaluate((heading) => heading.scrollIntoView());
}

async function proposeWrite(page: Page): Promise<void> {
  await page.getByTestId('chart').waitFor();
  await page
    .getByRole('textbox', { name: 'Your question' })
    .fill('Prescribe ibuprofen 400 mg three times a day');
  await page.keyboard.press('Enter');
  await page.locator('[data-testid=answer] [data-testid=approval]').last().waitFor({ timeout: 20_000 });
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.querySelector("[data-testid=approval]").scrollIntoView()');
  // Clear of the patient's bar, which lies lower on a narrow screen.
  await page.evaluate('scrollBy(0, innerWidth < 1000 ? -120 : -72)');
}

async function trySearch(page: Page): Promise<void> {
  await page.getByRole('searchbox', { name: 'Try a search' }).fill('kidney protection in diabetes');
  await page.keyboard.press('Enter');
  await page.getByText('Words that matched').first().waitFor();
}

async function verifyAudit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Verify the chain' }).click();
  await page.getByTestId('verdict').waitFor();
  await page.evaluate('scrollTo(0, 0)');
}
