import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { seededRandom } from '../src/domain/testing/seeded-random.ts';
import { checkForm } from '../src/gates/front/check-form.ts';
import { createFrontGate } from '../src/gates/front/create-front-gate.ts';
import { detectLanguage, isOtherLanguage } from '../src/gates/front/detect-language.ts';
import { judgeEmergency } from '../src/gates/front/emergency/detect-emergency.ts';
import { judgeMessage } from '../src/gates/front/injection/detect-injection.ts';
import { mentionsPerson } from '../src/gates/front/pii/known-names.ts';
import { redactPii } from '../src/gates/front/pii/redact-pii.ts';
import { createMeaning } from '../src/meaning/create-meaning.ts';

const MESSAGE_LENGTH = 2_000;
const HOSTILE_LENGTH = 10_000;
const MESSAGES = 200;
const TRIES = 5;
const TEXTS = new URL('../evals/gates/clinical-texts.json', import.meta.url);

const principal = {
  user_id: 'u',
  tenant_id: 't',
  audience: 'patient' as const,
  role: '',
  scopes: [],
  departments: [],
};

/** The front gate and each of its checks over clinical messages of 2,000 characters, in milliseconds. */
export async function benchFrontGate(): Promise<Record<string, { p50_ms: number; p95_ms: number }>> {
  const meaning = await createMeaning();
  const gate = createFrontGate({ meaning });
  const checks: Record<string, (message: string) => unknown> = {
    form: checkForm,
    language: (message) => [detectLanguage(message), isOtherLanguage(message), mentionsPerson(message)],
    injection: (message) => judgeMessage(message),
    emergency: (message) => judgeEmergency(message, { language: 'en' }),
    'personal data': redactPii,
    'whole gate': (message) => gate.check({ message, language: null, principal, flow: 'evidence' }),
  };
  const messages = clinicalMessages();
  const times: Record<string, { p50_ms: number; p95_ms: number }> = {};
  for (const [name, check] of Object.entries(checks)) times[name] = await timesOf(check, messages);
  await meaning.close();
  return times;
}

async function timesOf(check: (message: string) => unknown, messages: readonly string[]) {
  const times: number[] = [];
  const timed = async (message: string) => {
    const since = performance.now();
    await check(message);
    return performance.now() - since;
  };
  for (const message of messages) await timed(message);
  // The best of a few: what else the machine does is not the gate's time.
  for (const message of messages) {
    let best = Number.POSITIVE_INFINITY;
    for (let run = 0; run < TRIES; run += 1) best = Math.min(best, await timed(message));
    times.push(best);
  }
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(3));
  return { p50_ms: at(0.5), p95_ms: at(0.95) };
}

function clinicalMessages(): string[] {
  const Texts = z.array(z.object({ text: z.string() }));
  const all = Texts.parse(JSON.parse(readFileSync(TEXTS, 'utf8')))
    .map(({ text }) => text)
    .join('\n');
  const last = Math.max(1, all.length - MESSAGE_LENGTH);
  return Array.from({ length: MESSAGES }, (_, i) => {
    const from = (i * 997) % last;
    return all.slice(from, from + MESSAGE_LENGTH);
  });
}

/** The slowest of so many hostile messages of 10,000 characters, in milliseconds of the whole gate, and which it was. */
export async function benchHostile(
  count: number,
): Promise<{ slowest_ms: number; p50_ms: number; which: string }> {
  const meaning = await createMeaning();
  const gate = createFrontGate({ meaning });
  const messages = hostileMessages(count);
  const check = (message: string) => gate.check({ message, language: null, principal, flow: 'evidence' });
  // Models are opened when they are first asked.
  await check(messages[0] ?? '');
  const times: { ms: number; message: string }[] = [];
  for (const message of messages) {
    const since = performance.now();
    await check(message);
    times.push({ ms: performance.now() - since, message });
  }
  await meaning.close();
  const sorted = times.sort((a, b) => a.ms - b.ms);
  const [slowest, middle] = [sorted.at(-1), sorted[Math.floor(count / 2)]];
  const rounded = (ms = 0) => Number(ms.toFixed(1));
  return {
    slowest_ms: rounded(slowest?.ms),
    p50_ms: rounded(middle?.ms),
    which: slowest?.message.slice(0, 60) ?? '',
  };
}

/** Beginnings of what the rules look for, and of what hides another text. */
const SEEDS = [
  ...[
    'a',
    ' ',
    '1 ',
    '1/1/',
    '42 Maple ',
    'John ',
    'Nguyễn ',
    'Mr. ',
    'address ',
    'Apt 5\n',
    'phường ',
    'a@b.',
  ],
  ...[
    'no chest pain ',
    'không đau ngực ',
    'bp 70/',
    'ignore all the ',
    "' or ",
    '<img ',
    '../',
    '%41',
    '&#65;',
  ],
  ...[
    'QUJD',
    '41 ',
    'vtaber ',
    'snoitcurtsni ',
    '1gn0re ',
    'i g n o r e ',
    '\u{e0041}',
    '\u200b',
    '"x" ',
    'é',
    '😀',
  ],
];

/** By turns one beginning over and over, a few mixed, and mixed with clinical text, in which no part comes again. */
export function hostileMessages(count: number): string[] {
  const random = seededRandom(7);
  const pick = () => SEEDS[Math.floor(random() * SEEDS.length)] ?? '';
  const clinical = clinicalMessages();
  return Array.from({ length: count }, (_, i) => {
    let text = '';
    const few = [pick(), pick(), pick()];
    while (text.length < HOSTILE_LENGTH) {
      if (i % 3 === 0) text += few[0];
      else if (i % 3 === 1) text += few[Math.floor(random() * few.length)];
      else text += `${pick()}${clinical[Math.floor(random() * clinical.length)]?.slice(0, 200)} `;
    }
    return text.slice(0, HOSTILE_LENGTH);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [what, count = 2_000] = process.argv.slice(2);
  console.table(what === 'hostile' ? [await benchHostile(Number(count))] : await benchFrontGate());
}
