import { setMaxListeners } from 'node:events';
import { orAbort } from '../../domain/signals.ts';
import { type Alarm, type Meaning, MeaningError } from '../../meaning/meaning.port.ts';

/** Galen's own model, null where rules decide, and how long it may take for a message. */
export interface GateModel {
  meaning: Meaning | null;
  limitMs: number;
}

interface Heard {
  /** Of each verdict the highest of the parts that were read; null where the model did not speak. */
  alarm: Alarm | null;
  /** Why it did not read all of it. */
  degraded: string | null;
}

/** About what the model reads of a text: a few sentences. */
const PIECE_CHARACTERS = 320;
export const SENTENCE_END = /(?<=[.!?…\n])\s+/u;

/** What the model hears in a message and in what it hides, part by part: one sentence of a long story may be the alarm. */
export async function hearAlarms(texts: readonly string[], { meaning, limitMs }: GateModel): Promise<Heard> {
  if (meaning === null) return { alarm: null, degraded: null };
  const { status } = meaning.models.gate;
  if (status !== 'ready') return { alarm: null, degraded: status };
  const stop = new AbortController();
  // Each part listens.
  setMaxListeners(0, stop.signal);
  const late = new MeaningError('timed-out', `the gate's model took longer than ${limitMs} ms`);
  const timer = setTimeout(() => stop.abort(late), limitMs);
  const heard: Alarm[] = [];
  let degraded: string | null = null;
  try {
    // Part by part, so that what was read in time counts when time is up.
    const asked = [...new Set(texts.flatMap(piecesOf))].map(async (piece) => {
      heard.push(...(await meaning.alarm([piece], { signal: stop.signal })));
    });
    await orAbort(Promise.all(asked), stop.signal);
  } catch (error) {
    degraded = error instanceof MeaningError ? error.reason : 'failed';
  } finally {
    clearTimeout(timer);
  }
  if (heard.length === 0) return { alarm: null, degraded };
  const highest = (of: keyof Alarm) => Math.max(...heard.map((one) => one[of]));
  return { alarm: { now: highest('now'), crisis: highest('crisis'), attack: highest('attack') }, degraded };
}

/** Sentences together as far as the model reads; a longer one is cut. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const sentence of text.split(SENTENCE_END)) {
    for (let at = 0; at < Math.max(1, sentence.length); at += PIECE_CHARACTERS) {
      const part = sentence.slice(at, at + PIECE_CHARACTERS);
      const last = pieces.at(-1);
      if (last !== undefined && last.length + part.length < PIECE_CHARACTERS) {
        pieces[pieces.length - 1] = `${last} ${part}`;
      } else pieces.push(part);
    }
  }
  return pieces;
}
