import { describe, expect, it } from 'vitest';
import { AskRequest } from '../../domain/ask.ts';
import type { RunEvent } from '../../domain/run-record.ts';
import { testContext } from '../../engine/testing/engine-context.ts';
import { createFrontGate } from '../../gates/front/create-front-gate.ts';
import { samplePrincipal } from '../../records/testing/sample-records.ts';
import { frontGate } from './front-gate.ts';

const node = frontGate({ frontGate: createFrontGate(), flow: 'evidence' });
async function notesOn(message: string) {
  const events: RunEvent[] = [];
  const context = { ...testContext(), emit: (event: RunEvent) => void events.push(event) };
  const principal = samplePrincipal({ audience: 'patient' });
  await node.run({ request: AskRequest.parse({ message }), principal }, context);
  return events.map(({ data }) => data);
}

describe('the front gate as a step', () => {
  it.each([
    ['My father has crushing chest pain, should he take aspirin?', 'cardiac', /call/iu],
    ['Tôi uống metformin xong đột ngột khó thở, có phải tác dụng phụ?', 'breathing', /gọi/iu],
  ])('tells of an emergency at once, in the asker’s language: %s', async (message, category, words) => {
    expect(await notesOn(message)).toMatchObject([
      { topic: 'emergency', notice: { category, phone: '115', message: expect.stringMatching(words) } },
    ]);
  });

  it('mentions none where there is none', async () => {
    expect(await notesOn('What are the side effects of metformin?')).toEqual([]);
  });
});
