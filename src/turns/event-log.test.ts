import { describe, expect, it } from 'vitest';
import { createEventLog } from './event-log.ts';

const note = (topic: string) => ({ type: 'note' as const, data: { topic } });
const token = (text: string) => ({ type: 'token' as const, data: { text } });

async function followed(
  log: ReturnType<typeof createEventLog>,
  seq: number,
  signal = new AbortController().signal,
) {
  const seen: number[] = [];
  for await (const event of log.follow(seq, signal)) seen.push(event.seq);
  return seen;
}

describe('the event log of a run', () => {
  it('gives every follower all events after the one it names, past and to come', async () => {
    const log = createEventLog();
    log.append(note('a'));
    log.append(note('b'));
    const [all, some] = [followed(log, 0), followed(log, 1)];
    log.append(note('c'));
    log.close();
    expect(await all).toEqual([1, 2, 3]);
    expect(await some).toEqual([2, 3]);
    expect(await followed(log, 9)).toEqual([]);
  });

  it('lets a follower go when it leaves', async () => {
    const log = createEventLog();
    const client = new AbortController();
    const seen = followed(log, 0, client.signal);
    client.abort();
    expect(await seen).toEqual([]);
  });

  it('keeps events to be stored until they are, tokens left out', () => {
    const log = createEventLog();
    log.append(note('a'));
    log.append(token('x'));
    log.append(note('b'));
    const batch = log.unstored();
    expect(batch.map(({ seq }) => seq)).toEqual([1, 3]);
    expect(log.unstored()).toEqual(batch);
    log.markStored(batch);
    expect(log.unstored()).toEqual([]);
  });

  it('numbers an event before it shows it', () => {
    const log = createEventLog();
    expect(log.prepare(note('end')).seq).toBe(1);
    expect(log.all()).toEqual([]);
  });
});
