import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pMap from 'p-map';
import { z } from 'zod';
import { demoPrincipal } from '../../src/app/auth/demo-principals.ts';
import { compose } from '../../src/app/compose.ts';
import { loadConfig } from '../../src/app/config.ts';
import { createLog } from '../../src/app/log.ts';
import { AskRequest, FlowName } from '../../src/domain/ask.ts';
import { GalenError } from '../../src/domain/errors.ts';
import { Language } from '../../src/domain/language.ts';
import { type ReceivedRequest, says } from '../../src/llm/testing/fake-model-server.ts';
import { startFakeOpenAi } from '../../src/llm/testing/fake-openai.ts';
import { Recording, readReply, saveRecordings } from './recording.ts';
import { MODEL_TASKS } from './tasks.ts';

/** A conversation: what is asked, by whom, and in which language. */
const Asked = z.object({
  id: z.string(),
  flow: FlowName,
  language: Language,
  as: z.string(),
  role: z.string().nullable().default(null),
  patient: z.string().nullable().default(null),
  messages: z.array(z.string()).min(1),
});
type Asked = z.infer<typeof Asked>;

const Exchange = Recording.omit({ strong: true, small: true });
type Exchange = z.infer<typeof Exchange>;

/** Who is being asked for, while a task's prompt is written. */
interface Turn {
  id: string;
  language: Language;
  calls: number;
}

const Message = z.object({ role: z.string(), content: z.string() });
const Messages = z.tuple([Message, Message], Message);

const POLL_MS = 300;
const AT_ONCE = 60;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string' }, data: { type: 'string' }, only: { type: 'string', default: '' } },
});
const { folder, data, only } = values;
const [command] = positionals;
if (folder === undefined || (command !== 'ask' && command !== 'keep')) {
  process.stderr.write(
    'usage: tsx evals/recordings/main.ts ask|keep --folder FOLDER [--data DATA_FOLDER] [--only PATTERN_OF_IDS]\n',
  );
  process.exitCode = 2;
} else if (command === 'ask') await ask(folder, data ?? join(folder, 'data'));
else keep(folder);

/**
 * Asks all questions at once, against a model server on this machine that parks every request: it is written to
 * `FOLDER/requests`, and answered when `FOLDER/replies/ID.strong.txt` is there. A turn so waits for its writer.
 */
async function ask(folder: string, dataDir: string): Promise<void> {
  for (const name of ['requests', 'replies', 'exchanges']) mkdirSync(join(folder, name), { recursive: true });
  const turn = new AsyncLocalStorage<Turn>();
  const sent = watchPrompts(turn);
  const model = await startFakeOpenAi(async (request) => {
    const exchange = sent(request);
    writeFileSync(join(folder, 'exchanges', `${exchange.id}.json`), JSON.stringify(exchange));
    writeFileSync(join(folder, 'requests', `${exchange.id}.txt`), promptOf(request));
    return says(readReply(await replyTo(exchange.id, folder), request.body.stream === true).text);
  });
  const config = loadConfig({
    GALEN_DATA_DIR: dataDir,
    GALEN_LOG_LEVEL: 'warn',
    GALEN_MODEL: 'openai-compatible/recorder',
    GALEN_MODEL_URL: model.url,
    GALEN_MODEL_TIMEOUT_SECONDS: '1200',
    GALEN_RUN_TIMEOUT_SECONDS: '3600',
  });
  const log = createLog(config.GALEN_LOG_LEVEL);
  const patient = { taskTimeoutMs: 3_600_000, firstTokenMs: 3_600_000, cacheEntries: 0 };
  const galen = await compose({ config, log, attach: false, isLongLived: true, gatewaySettings: patient });
  process.stdout.write('asking\n');
  const questions = z
    .array(Asked)
    .parse(JSON.parse(readFileSync(new URL('./questions.json', import.meta.url), 'utf8')))
    .filter(({ id }) => new RegExp(only, 'u').test(id));
  const calls = await pMap(questions, converse, { concurrency: AT_ONCE });
  writeFileSync(join(folder, 'calls.json'), JSON.stringify(calls.flat(), null, 1));
  await galen.close();
  await model.close();

  async function converse({ id, flow, language, as, role, patient, messages }: Asked) {
    const told = [];
    let conversation_id: string | null = null;
    for (const [i, message] of messages.entries()) {
      const request = AskRequest.parse({ message, flow, role, patient_id: patient, conversation_id });
      const name = messages.length === 1 ? id : `${id}${String.fromCharCode(97 + i)}`;
      try {
        const answer = await turn.run({ id: name, language, calls: 0 }, async () => {
          const started = await galen.turns.start(request, demoPrincipal(as));
          return started.answer;
        });
        conversation_id = answer.conversation_id;
        const { route, usage, degraded, abstained } = answer;
        told.push({
          id: name,
          flow,
          route,
          calls: usage.llm_calls,
          degraded,
          abstained,
          message: answer.message,
        });
      } catch (error) {
        if (!(error instanceof GalenError)) throw error;
        told.push({
          id: name,
          flow,
          route: error.code,
          calls: 0,
          degraded: null,
          abstained: null,
          message: '',
        });
        break;
      }
    }
    process.stdout.write(`${id} done\n`);
    return told;
  }
}

/** Remembers what each prompt was made from, and finds it again by the prompt as it arrives: its delimiters never repeat. */
function watchPrompts(turn: AsyncLocalStorage<Turn>) {
  const prompts = new Map<string, Omit<Exchange, 'request'>>();
  for (const [key, task] of MODEL_TASKS) {
    const { prompt } = task;
    Object.assign(task, {
      prompt: (input: unknown, fence: Parameters<typeof prompt>[1]) => {
        const written = prompt(input, fence);
        const asked = turn.getStore();
        if (asked === undefined) throw new Error('a task was asked outside of a turn');
        asked.calls += 1;
        const id = `${asked.id}-${asked.calls}-${task.name}`;
        prompts.set(written.user, { id, task: key, language: asked.language, input });
        return written;
      },
    });
  }
  return ({ body }: ReceivedRequest): Exchange => {
    const [, user] = Messages.parse(body.messages);
    const known = prompts.get(user.content);
    if (known === undefined) throw new Error('a request came that no task has sent');
    return { ...known, request: body };
  };
}

function promptOf({ body }: ReceivedRequest): string {
  return Messages.parse(body.messages)
    .map(({ role, content }) => `## ${role}\n${content}`)
    .join('\n\n');
}

async function replyTo(id: string, folder: string): Promise<string> {
  const file = join(folder, 'replies', `${id}.strong.txt`);
  while (!existsSync(file)) await sleep(POLL_MS);
  return readFileSync(file, 'utf8');
}

/** Packs every exchange that has both replies. */
function keep(folder: string): void {
  const recordings = readdirSync(join(folder, 'exchanges')).flatMap((file) => {
    const exchange = Exchange.parse(JSON.parse(readFileSync(join(folder, 'exchanges', file), 'utf8')));
    const isText = exchange.request.stream === true;
    const [strong, small] = ['strong', 'small'].map((kind) => {
      const written = join(folder, 'replies', `${exchange.id}.${kind}.txt`);
      return existsSync(written) ? readReply(readFileSync(written, 'utf8'), isText) : null;
    });
    if (!strong || !small) {
      process.stdout.write(`${exchange.id} has not both replies\n`);
      return [];
    }
    return [{ ...exchange, strong, small }];
  });
  saveRecordings(recordings);
  process.stdout.write(`${recordings.length * 2} exchanges kept\n`);
}
