import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createConversationDoor } from './conversation-door.ts';

/** Questions at one door: what each was sent with, and the ends of each in the test's hands. */
function room() {
  let known: string | null = null;
  const sent: [string, string | null][] = [];
  const ends = new Map<string, { accept: () => void; fail: () => void }>();
  const pass = createConversationDoor(() => known !== null);
  const ask = (name: string) =>
    pass(
      (opened) =>
        new Promise((_, reject) => {
          sent.push([name, known]);
          const accept = () => {
            known ??= `conversation of ${name}`;
            opened();
          };
          ends.set(name, { accept, fail: () => reject(new Error('offline')) });
        }),
    );
  return { sent, ends, ask };
}

describe('the door of a new conversation', () => {
  it('keeps the second question until it is known which conversation the first has made', async () => {
    const { sent, ends, ask } = room();
    for (const name of ['first', 'second', 'third']) void ask(name);
    await setImmediate();
    expect(sent).toEqual([['first', null]]);
    ends.get('first')?.accept();
    await setImmediate();
    expect(sent.slice(1)).toEqual([
      ['second', 'conversation of first'],
      ['third', 'conversation of first'],
    ]);
  });

  it('lets the next one be first where the first has failed', async () => {
    const { sent, ends, ask } = room();
    const first = ask('first');
    void ask('second');
    void ask('third');
    await setImmediate();
    ends.get('first')?.fail();
    await expect(first).rejects.toThrow('offline');
    await setImmediate();
    expect(sent).toEqual([
      ['first', null],
      ['second', null],
    ]);
    ends.get('second')?.accept();
    await setImmediate();
    expect(sent.at(-1)).toEqual(['third', 'conversation of second']);
  });
});
