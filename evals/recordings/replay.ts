import { z } from 'zod';
import { Language } from '../../src/domain/language.ts';
import { RankedPassage } from '../../src/domain/passage.ts';
import { syntheticPassage } from '../../src/flows/desk/synthetic-passage.ts';
import { isInsufficient } from '../../src/flows/shared/search-notes.ts';
import type { BackGate, BackGateVerdict } from '../../src/gates/back-gate.port.ts';
import { carriesAmount, readMeasures } from '../../src/language/read-numbers.ts';
import { createModelHandle } from '../../src/llm/adapters/providers.ts';
import { createGateway } from '../../src/llm/create-gateway.ts';
import { type FakeModelServer, says } from '../../src/llm/testing/fake-model-server.ts';
import { testContext } from '../../src/llm/testing/gateway-context.ts';
import type { Recording } from './recording.ts';
import { type AnyTask, MODEL_TASKS } from './tasks.ts';

export const KINDS = ['strong', 'small'] as const;
export type Kind = (typeof KINDS)[number];

export interface Replayed {
  id: string;
  task: string;
  kind: Kind;
  /** Read as it came, read after a request for repair, or answered by the twin. */
  by: 'model' | 'repair' | 'twin';
  degraded: string | null;
  output: unknown;
  fits: boolean;
}

/** Puts a recorded task to the gateway again, over HTTP, with the recorded reply on the other end. */
export async function replay(recording: Recording, kind: Kind, server: FakeModelServer): Promise<Replayed> {
  const { id, task: key } = recording;
  const task = taskOf(recording);
  const { text, repair } = recording[kind];
  server.script([says(text), says(repair ?? text)]);
  const main = createModelHandle('openai-compatible/recorded', { urls: { 'openai-compatible': server.url } });
  const gateway = createGateway({ main, fast: null, fallbacks: [] });
  const before = server.requests.length;
  const { output, by, degraded } = await gateway.run(task, inputOf(recording), testContext().context);
  const answeredBy = server.requests.length - before > 1 ? 'repair' : 'model';
  return {
    id,
    task: key,
    kind,
    by: by === 'twin' ? 'twin' : answeredBy,
    degraded,
    output,
    // A twin may have nothing to say; a model may not.
    fits: by === 'twin' || task.output.safeParse(output).success,
  };
}

export function taskOf({ task }: Pick<Recording, 'task'>): AnyTask {
  const known = MODEL_TASKS.get(task);
  if (known === undefined) throw new Error(`there is no task ${task} any more: drop its recordings`);
  return known;
}

/** As it was recorded: what a task has since been given beside it needs a default there. */
function inputOf(recording: Recording): unknown {
  const parsed = taskOf(recording).input.safeParse(recording.input);
  if (parsed.success) return parsed.data;
  throw new Error(`${recording.id} does not fit its task any more: ${z.prettifyError(parsed.error)}`);
}

const Written = z.object({ question: z.string(), language: Language, evidence: z.array(RankedPassage) });
const Stated = z.object({
  question: z.string(),
  language: Language,
  statements: z.array(z.object({ text: z.string(), source: z.number() })),
});

/** What a written answer was to rest on; null for a task whose text no reader sees. */
function sourcesOf({ task, input }: Recording): z.infer<typeof Written> | null {
  if (task === 'desk/compose-answer') {
    const { statements, ...asked } = Stated.parse(input);
    const count = Math.max(...statements.map(({ source }) => source));
    const evidence = Array.from({ length: count }, (_, i) => {
      const own = statements.filter(({ source }) => source === i + 1).map(({ text }) => text);
      return statementPassage(i + 1, own.join('\n'), asked.language);
    });
    return { ...asked, evidence };
  }
  const isShown = ['generate-answer', 'synthesize-answer', 'synthesize-response', 'compose-answer'];
  return isShown.includes(task.split('/')[1] ?? '') ? Written.parse(input) : null;
}

function statementPassage(number: number, text: string, language: Language): RankedPassage {
  return syntheticPassage({
    id: `statements-${number}`,
    title: `Source ${number}`,
    text,
    language,
    source_type: 'resolution',
    scope: 'public',
    department: null,
    created_at: '2024-01-01T00:00:00.000Z',
  });
}

export interface Judged {
  /** Of the sentences that the sources say: shown, shown in a source's own words instead, or lost. */
  faithful: { kept: number; replaced: number; lost: string[] };
  /** Of those with a planted error: shown, or not. */
  planted: { caught: number; survived: string[] };
}

/** What of a written answer would reach a reader. */
export async function judge(recording: Recording, kind: Kind, gate: BackGate): Promise<Judged | null> {
  const sources = sourcesOf(recording);
  if (sources === null) return null;
  const { text, faithful, planted } = recording[kind];
  const verdict = await gate.check({ ...sources, draft: text });
  // Where nothing holds, or the model finds the sources insufficient, its flow shows none of its words.
  const isShown =
    !isInsufficient(text.trim()) && verdict.citations.some(({ support }) => support !== 'unsupported');
  const shown = isShown ? plain(verdict.message) : '';
  const isKept = (sentence: string) => shown.includes(plain(sentence));
  const gone = faithful.filter((sentence) => !isKept(sentence));
  // Where nothing of a text is shown, the sources' own sentences answer.
  const lost = isShown ? gone.filter((sentence) => !isReplaced(sentence, verdict)) : [];
  return {
    faithful: {
      kept: faithful.length - gone.length,
      replaced: gone.length - lost.length,
      lost,
    },
    planted: {
      caught: planted.filter((sentence) => !isKept(sentence)).length,
      survived: planted.filter(isKept),
    },
  };
}

/** Whether a source's own sentences stand in its place, with every figure of it. */
function isReplaced(sentence: string, { replaced }: BackGateVerdict): boolean {
  const said = plain(sentence);
  const own = replaced.filter(({ text }) => said.includes(plain(text)) || plain(text).includes(said));
  const figures = readMeasures(own.flatMap(({ quotes }) => quotes).join(' '));
  return own.length > 0 && readMeasures(said).every((number) => carriesAmount(figures, number));
}

/** Without marks, Markdown and stops: what code rewrites. */
function plain(text: string): string {
  return text
    .replace(/\[\d+\]/gu, '')
    .replace(/[*#|>_]/gu, ' ')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/\s+([.,;:!?])/gu, '$1')
    .replace(/[.!?\s]+$/u, '')
    .trim();
}
