import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { Language } from '../../src/domain/language.ts';

const RECORDINGS = new URL('./recordings.json.gz', import.meta.url);

/** What a model wrote to one request, and to the request to repair it where that was sent. */
const RecordedReply = z.object({
  text: z.string().min(1),
  /** Its second answer; null: it makes the same mistake again. */
  repair: z.string().nullable(),
  /** Of a written answer: its sentences that its sources say, in other words or the same. */
  faithful: z.array(z.string()),
  /** And those with an error planted in them: a figure, a drug, a denial, a claim that no source makes. */
  planted: z.array(z.string()),
});
export type RecordedReply = z.infer<typeof RecordedReply>;

/** One task of one turn, as it was sent, with what a strong and what a small model made of it. */
export const Recording = z.object({
  id: z.string(),
  /** By its flow and name: evidence/generate-answer. */
  task: z.string(),
  language: Language,
  input: z.unknown(),
  /** The body of the request. */
  request: z.record(z.string(), z.unknown()),
  strong: RecordedReply,
  small: RecordedReply,
});
export type Recording = z.infer<typeof Recording>;

export function loadRecordings(): Recording[] {
  return z.array(Recording).parse(JSON.parse(gunzipSync(readFileSync(RECORDINGS)).toString('utf8')));
}

export function saveRecordings(recordings: readonly Recording[]): void {
  const inOrder = recordings.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  // The time of compression is left out: the same recordings give the same file.
  writeFileSync(RECORDINGS, gzipSync(JSON.stringify(inOrder), { level: 9 }));
}

const MARKED = /\{([+-]) ([^{}]*)\}/gu;

/**
 * A reply as its writer left it: in a written answer `{+ …}` stands around a sentence that the sources say, `{- …}` around one with
 * an error planted in it. `---` on a line of its own comes before the answer to a request for repair.
 */
export function readReply(written: string, isText: boolean): RecordedReply {
  const [first = '', second = null] = written.split(/^---$/mu).map((part) => part.trim());
  if (!isText) return { text: first, repair: second, faithful: [], planted: [] };
  const marked = [...first.matchAll(MARKED)];
  const sentences = (mark: string) =>
    marked.flatMap(([, sign, sentence = '']) => (sign === mark ? [sentence] : []));
  return {
    text: first.replace(MARKED, '$2'),
    repair: second,
    faithful: sentences('+'),
    planted: sentences('-'),
  };
}
