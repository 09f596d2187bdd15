import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { type GalenProcess, startGalenProcess } from '../src/app/testing/galen-process.ts';
import { readJson } from '../src/app/testing/read-json.ts';
import type { Answer } from '../src/domain/answer.ts';

const CHROMIUM = '/usr/bin/chromium';
const LOADS = 7;
/** A question and an answer each: 300 messages. */
const TURNS = 150;
/** As fast as a wheel is turned by who looks for something. */
const PIXELS_A_FRAME = 90;
const QUESTIONS = [
  'What are the side effects of metformin?',
  'Does aspirin prevent pre-eclampsia?',
  'When should antibiotics be started in sepsis?',
  'Does dapagliflozin slow the decline of kidney function in chronic kidney disease?',
];

export interface PageReport {
  script_kb: number;
  all_kb: number;
  first_paint_ms: { median: number; slowest: number };
  scroll: {
    frames: number;
    p50_ms: number;
    p95_ms: number;
    slowest_ms: number;
    late_share: number;
    mounted: number;
  };
}

/** The built page in Debian's Chromium over the loopback; null where there is none. */
export async function benchPage(): Promise<PageReport | null> {
  if (!existsSync(CHROMIUM)) return null;
  const dataDir = await mkdtemp(join(tmpdir(), 'galen-bench-page-'));
  const server = await startGalenProcess(dataDir);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const loads: Load[] = [];
    for (let load = 0; load < LOADS; load += 1) loads.push(await measureLoad(browser, server));
    const paints = loads.map(({ paint }) => paint).sort((a, b) => a - b);
    return {
      script_kb: Math.round((loads[0]?.script ?? 0) / 1_000),
      all_kb: Math.round((loads[0]?.all ?? 0) / 1_000),
      first_paint_ms: { median: Math.round(at(paints, 0.5)), slowest: Math.round(at(paints, 1)) },
      scroll: await measureScroll(browser, server),
    };
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    await server.exited;
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Load {
  script: number;
  all: number;
  paint: number;
}

/** Bytes as they came over the wire, with nothing cached, and the first contentful paint. */
async function measureLoad(browser: Browser, { url }: GalenProcess): Promise<Load> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const load = await page.evaluate<Load>(`(() => {
    const files = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'));
    const sum = (some) => some.reduce((all, { encodedBodySize }) => all + encodedBodySize, 0);
    return {
      script: sum(files.filter(({ name }) => name.endsWith('.js'))),
      all: sum(files),
      paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    };
  })()`);
  await context.close();
  return load;
}

/** From the last message to the first at a steady pace, frame by frame. */
async function measureScroll(browser: Browser, server: GalenProcess): Promise<PageReport['scroll']> {
  const conversation = await converse(server);
  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
  await page.goto(`${server.url}/#/ask/${conversation}`);
  await page.getByTestId('answer').first().waitFor();
  await page.waitForTimeout(1_000);
  const { frames, mounted } = await page.evaluate<{
    frames: number[];
    mounted: number;
  }>(`new Promise((resolve) => {
    const frames = [];
    let mounted = 0;
    let before = performance.now();
    const step = (now) => {
      frames.push(now - before);
      before = now;
      mounted = Math.max(mounted, document.querySelectorAll('main article').length);
      if (scrollY === 0) return resolve({ frames: frames.slice(1), mounted });
      scrollBy(0, -${PIXELS_A_FRAME});
      requestAnimationFrame(step);
    };
    scrollTo(0, document.body.scrollHeight);
    requestAnimationFrame(step);
  })`);
  await page.close();
  const sorted = frames.toSorted((a, b) => a - b);
  const tenths = (value: number) => Math.round(value * 10) / 10;
  return {
    frames: frames.length,
    p50_ms: tenths(at(sorted, 0.5)),
    p95_ms: tenths(at(sorted, 0.95)),
    slowest_ms: tenths(at(sorted, 1)),
    // More than one and a half frames of 60 a second.
    late_share: Math.round((frames.filter((ms) => ms > 25).length / frames.length) * 1_000) / 1_000,
    mounted,
  };
}

async function converse({ url }: GalenProcess): Promise<string> {
  let conversation_id: string | null = null;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const body = JSON.stringify({
      message: QUESTIONS[turn % QUESTIONS.length],
      flow: 'evidence',
      conversation_id,
    });
    const headers = { 'content-type': 'application/json' };
    const asked = fetch(`${url}/v1/ask`, { method: 'POST', headers, body });
    ({ conversation_id } = await readJson<Answer>(asked));
  }
  return conversation_id ?? '';
}

/** The nearest rank of ascending values. */
function at(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
