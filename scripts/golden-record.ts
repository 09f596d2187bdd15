import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';

/*
 * What a checkout answers, whole, so that a later one can be held against it:
 *   npx tsx scripts/golden-record.ts record --checkout <folder> --out <file.json.gz> [--like <earlier.json.gz>] [--words]
 *   npx tsx scripts/golden-record.ts compare <before.json.gz> <after.json.gz> [--ignore steps,usage] [--limit 20]
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const START_LIMIT_MS = 300_000;
const ASK_LIMIT_MS = 60_000;
const CASES_PER_SET = 28;
const BY_WORDS = { GALEN_EMBED_MODEL: 'hash', GALEN_RERANK_MODEL: 'words' };
const LANGUAGES = ['auto', 'own', 'own', 'other'] as const;

interface Question {
  /** Says what was asked of whom; the same in every record. */
  key: string;
  principal: string;
  /** The key of the question whose conversation this one goes on with. */
  continues: string | null;
  body: { message: string; flow: string } & Record<string, string>;
}

interface Entry extends Question {
  /** 0 where no answer came back. */
  status: number;
  answer: unknown;
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      checkout: { type: 'string' },
      out: { type: 'string' },
      /** Asks what that record asked, whatever has become of the sets since. */
      like: { type: 'string' },
      /** Without our own models: quick, and the same on a busy machine. */
      words: { type: 'boolean', default: false },
      ignore: { type: 'string', default: '' },
      limit: { type: 'string', default: '20' },
    },
  });
  const [command, before, after] = positionals;
  if (command === 'record' && values.checkout && values.out) {
    await record(resolve(values.checkout), resolve(values.out), values);
  } else if (command === 'compare' && before && after) {
    process.exitCode = compare(before, after, values.ignore.split(','), Number(values.limit)) === 0 ? 0 : 1;
  } else {
    process.stderr.write(
      'golden-record record --checkout <folder> --out <file> | compare <before> <after>\n',
    );
    process.exitCode = 2;
  }
}

async function record(
  checkout: string,
  out: string,
  { like, words }: { like?: string | undefined; words: boolean },
): Promise<void> {
  const questions = like === undefined ? allQuestions() : [...readRecord(like).values()];
  const data = mkdtempSync(join(tmpdir(), 'galen-golden-'));
  const server = await startServer(checkout, data, words ? BY_WORDS : {});
  try {
    const entries = await askAll(server.url, questions);
    writeFileSync(out, gzipSync(JSON.stringify(entries, null, 1)));
    const statuses = [...new Set(entries.map(({ status }) => status))].sort();
    const counts = statuses.map(
      (status) => `${entries.filter((entry) => entry.status === status).length} × ${status}`,
    );
    process.stdout.write(`${entries.length} answers (${counts.join(', ')}) in ${out}\n`);
  } finally {
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

/** One after the other and always in the same order: earlier turns may be remembered by later ones. */
async function askAll(url: string, questions: Question[]): Promise<Entry[]> {
  const conversations = new Map<string, string>();
  const entries: Entry[] = [];
  for (const { key, principal, continues, body } of questions) {
    const conversation = continues === null ? undefined : conversations.get(continues);
    const asked = conversation === undefined ? body : { ...body, conversation_id: conversation };
    const { status, answer } = await ask(url, principal, asked);
    if (isObject(answer) && typeof answer.conversation_id === 'string') {
      conversations.set(key, answer.conversation_id);
    }
    entries.push({ key, principal, continues, body, status, answer: withoutTimesAndIds(answer) });
    if (entries.length % 50 === 0) process.stderr.write(`${entries.length} of ${questions.length}\n`);
  }
  return entries;
}

async function ask(
  url: string,
  principal: string,
  body: object,
): Promise<{ status: number; answer: unknown }> {
  try {
    const response = await fetch(`${url}/v1/ask`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(principal === 'owner' ? {} : { 'x-galen-as': principal }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ASK_LIMIT_MS),
    });
    const text = await response.text();
    return { status: response.status, answer: parsed(text) };
  } catch (error) {
    return { status: 0, answer: { failed: error instanceof Error ? error.message : String(error) } };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

async function startServer(checkout: string, data: string, models: Record<string, string>) {
  // Nothing of the surroundings, so that two records differ by the checkout alone.
  const surroundings = Object.entries(process.env).filter(([name]) => !name.startsWith('GALEN_'));
  const outside = ['OPENFDA', 'RXNORM', 'EUROPEPMC', 'PUBMED', 'CTGOV'].map((api) => [
    `GALEN_${api}_URL`,
    'off',
  ]);
  const child = spawn(process.execPath, [join(checkout, 'bin', 'galen.mjs'), 'serve'], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...Object.fromEntries(surroundings),
      ...Object.fromEntries(outside),
      ...models,
      TZ: 'UTC',
      GALEN_DATA_DIR: data,
      GALEN_PORT: '0',
      GALEN_LOG_LEVEL: 'error',
    },
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  const url = await addressOf(child);
  await untilIndexed(url);
  return { url, stop };
}

/** Until then answers depend on how many vectors there are. */
async function untilIndexed(url: string): Promise<void> {
  const began = Date.now();
  for (let quiet = 0; quiet < 3 && Date.now() - began < START_LIMIT_MS; ) {
    await delay(1_000);
    const { indexing } = (await (await fetch(`${url}/readyz`)).json()) as { indexing: unknown };
    quiet = indexing === null ? quiet + 1 : 0;
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the server has no output');
  const timer = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS);
  for await (const line of createInterface(child.stdout)) {
    const port = /answers on http:\/\/localhost:(\d+)/u.exec(line)?.[1];
    if (port === undefined) continue;
    clearTimeout(timer);
    child.stdout.resume();
    return `http://127.0.0.1:${port}`;
  }
  throw new Error('galen serve did not start');
}

function allQuestions(): Question[] {
  const questions = [...writtenQuestions(), ...evalQuestions()];
  const first = new Map(questions.map((question) => [question.key, question]));
  return [...first.values()];
}

/** evals/golden/messages.tsv: each in the flow it was written for, and again where Galen chooses the flow. */
function writtenQuestions(): Question[] {
  const [, ...rows] = readFileSync(join(ROOT, 'evals/golden/messages.tsv'), 'utf8').trimEnd().split('\n');
  const questions: Question[] = [];
  for (const [index, row] of rows.entries()) {
    const [principal = '', flow = '', language = '', patient = '', continues = '', message = ''] =
      row.split('\t');
    const optional = { ...given('language', language), ...given('patient_id', patient) };
    const previous = continues === '+' ? questions.at(-2) : undefined;
    const add = (asked: string, goesOn: Question | undefined) =>
      questions.push({
        key: `messages:${index + 1} ${principal} ${asked}`,
        principal,
        continues: goesOn?.key ?? null,
        body: { message, flow: asked, ...optional },
      });
    add(flow, previous);
    // A message written for `auto` is asked as one clear question as well.
    add(flow === 'auto' ? 'evidence' : 'auto', previous && questions.at(-2));
  }
  return questions;
}

interface EvalCase {
  id?: string;
  message?: string;
  question?: string;
  text?: string;
  vi?: string;
  language?: string;
  role?: string;
  has_patient?: boolean;
  history?: { role: string; content: string }[];
}

/** An even sample of every set, in the set's own flow or the one Galen chooses, by changing principals and languages. */
function evalQuestions(): Question[] {
  const sets = readdirSync(join(ROOT, 'evals'), { recursive: true, encoding: 'utf8' });
  return sets
    .filter((set) => set.endsWith('.json'))
    .sort()
    .flatMap((set) => {
      // The sets are arrays of cases; what a case lacks is undefined.
      const cases = JSON.parse(readFileSync(join(ROOT, 'evals', set), 'utf8')) as EvalCase[];
      return evenly(cases, CASES_PER_SET).flatMap((one, index) => evalQuestion(set, one, index));
    });
}

function evalQuestion(set: string, one: EvalCase, index: number): Question[] {
  const message = one.message ?? one.question ?? one.text ?? one.vi;
  if (message === undefined) return [];
  const { flows, principals } = placeOf(set);
  const flow = pick(flows, index);
  const principal = pick(principals, Math.floor(index / flows.length));
  const language = pick(LANGUAGES, Math.floor(index / 3));
  const own = one.language ?? 'vi';
  const body = {
    message,
    flow,
    ...(language === 'auto' ? {} : { language: language === 'own' ? own : own === 'en' ? 'vi' : 'en' }),
    ...(one.role !== undefined && flow === 'consult' ? { role: one.role } : {}),
    ...(one.has_patient ? { patient_id: `gal-${String((index % 14) + 1).padStart(4, '0')}` } : {}),
  };
  const key = `${set}:${one.id} ${principal} ${flow} ${language}`;
  const asked = one.history?.find(({ role }) => role === 'user');
  if (asked === undefined) return [{ key, principal, continues: null, body }];
  const opening = {
    key: `${key} opening`,
    principal,
    continues: null,
    body: { ...body, message: asked.content },
  };
  return [opening, { key, principal, continues: opening.key, body }];
}

function placeOf(set: string): { flows: string[]; principals: string[] } {
  if (set.startsWith('desk/')) {
    return {
      flows: ['desk', 'desk', 'auto'],
      principals: ['admin', 'staff-hr', 'staff-it', 'staff-general'],
    };
  }
  if (set.includes('clinic'))
    return { flows: ['clinic', 'clinic', 'auto'], principals: ['clinician', 'owner'] };
  if (set.includes('question-types')) {
    return {
      flows: ['research', 'research', 'evidence'],
      principals: ['researcher', 'clinician', 'patient'],
    };
  }
  if (set.startsWith('flows/'))
    return { flows: ['consult', 'consult', 'auto'], principals: ['patient', 'owner'] };
  if (set.startsWith('calibration/')) {
    return { flows: ['evidence', 'auto', 'research'], principals: ['patient', 'researcher', 'clinician'] };
  }
  const flows = ['auto', 'consult', 'evidence', 'clinic', 'desk', 'research'];
  return { flows, principals: ['owner', 'patient', 'clinician'] };
}

function evenly<T>(items: T[], count: number): T[] {
  const step = Math.max(1, items.length / count);
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, index) => items[Math.floor(index * step)],
  ).filter((item) => item !== undefined);
}

function pick<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

function given(name: string, value: string): Record<string, string> {
  return value === '-' ? {} : { [name]: value };
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/giu;
const TIMESTAMP = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/gu;
const DURATION = /(?:^|_)(?:duration|elapsed|took|latency)|_ms$|_times$/u;
/** Hashes of what was found together with the time it took. */
const TIMED_HASHES = ['input_hash', 'output_hash'];

function withoutTimesAndIds(value: unknown, name = ''): unknown {
  if (TIMED_HASHES.includes(name)) return '<hash>';
  if (typeof value === 'string') return value.replace(UUID, '<id>').replace(TIMESTAMP, '<time>');
  if (typeof value === 'number' && DURATION.test(name)) return '<duration>';
  if (Array.isArray(value)) return value.map((item) => withoutTimesAndIds(item, name));
  if (!isObject(value)) return value;
  const named = (key: string) => (DURATION.test(name) ? name : key);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withoutTimesAndIds(item, named(key))]),
  );
}

/** Prints what differs and says how many entries do. */
function compare(beforeFile: string, afterFile: string, ignored: string[], limit: number): number {
  const before = readRecord(beforeFile);
  const after = readRecord(afterFile);
  const missing = [...before.keys()].filter((key) => !after.has(key));
  const added = [...after.keys()].filter((key) => !before.has(key));
  const groups = new Map<string, string[]>();
  for (const [key, was] of before) {
    const is = after.get(key);
    if (is === undefined) continue;
    const fields = differingFields(was, is).filter((field) => !ignored.includes(field));
    if (fields.length === 0) continue;
    const group = fields.join(', ');
    groups.set(group, [...(groups.get(group) ?? []), describe(was, is, fields)]);
  }
  const differing = [...groups.values()].flat().length;
  for (const [fields, entries] of [...groups].sort((a, b) => b[1].length - a[1].length)) {
    process.stdout.write(`\n## ${entries.length} × ${fields}\n\n${entries.slice(0, limit).join('\n')}\n`);
    if (entries.length > limit) process.stdout.write(`… and ${entries.length - limit} more\n`);
  }
  for (const key of missing) process.stdout.write(`missing: ${key}\n`);
  for (const key of added) process.stdout.write(`new: ${key}\n`);
  process.stdout.write(
    `\n${differing} of ${before.size} differ, ${missing.length} missing, ${added.length} new\n`,
  );
  return differing + missing.length + added.length;
}

function readRecord(file: string): Map<string, Entry> {
  // Written by `record` alone.
  const entries = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as Entry[];
  return new Map(entries.map((entry) => [entry.key, { ...entry, answer: withoutTimesAndIds(entry.answer) }]));
}

function differingFields(was: Entry, is: Entry): string[] {
  const fields = was.status === is.status ? [] : ['status'];
  if (!isObject(was.answer) || !isObject(is.answer)) {
    return isDeepStrictEqual(was.answer, is.answer) ? fields : [...fields, 'answer'];
  }
  const [old, now] = [was.answer, is.answer];
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...fields, ...[...names].filter((name) => !isDeepStrictEqual(old[name], now[name]))];
}

function describe(was: Entry, is: Entry, fields: string[]): string {
  const lines = [`- ${was.key}: ${JSON.stringify(was.body.message.slice(0, 120))}`];
  if (fields.includes('status')) lines.push(`    status ${was.status} → ${is.status}`);
  for (const field of fields.filter((name) => name !== 'status')) {
    const [old, now] = [fieldOf(was, field), fieldOf(is, field)];
    lines.push(`    ${field}: ${wordDiff(shown(old), shown(now))}`);
  }
  return lines.join('\n');
}

function fieldOf({ answer }: Entry, field: string): unknown {
  return isObject(answer) ? answer[field] : answer;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 1).replace(/\s+/gu, ' ');
}

const CONTEXT_WORDS = 4;
const LONGEST_DIFF = 40;

/** The stretch between the common beginning and the common end, with a few words around it. */
function wordDiff(before: string, after: string): string {
  const old = before.split(/\s+/u);
  const now = after.split(/\s+/u);
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const lead = old.slice(Math.max(0, start - CONTEXT_WORDS), start).join(' ');
  const removed = shortened(old.slice(start, old.length - end));
  const put = shortened(now.slice(start, now.length - end));
  return `…${lead} [-${removed}-] {+${put}+}`;
}

function shortened(words: string[]): string {
  return words.length <= LONGEST_DIFF ? words.join(' ') : `${words.slice(0, LONGEST_DIFF).join(' ')} …`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

await main();
