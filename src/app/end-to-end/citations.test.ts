import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessOf } from '../../domain/access.ts';
import { type Answer, Citation } from '../../domain/answer.ts';
import { AskRequest } from '../../domain/ask.ts';
import { sampleOrAll } from '../../domain/testing/long-runs.ts';
import { demoPrincipal } from '../auth/demo-principals.ts';
import { sampleQuestions } from '../testing/sample-questions.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

const QUESTIONS = sampleOrAll(60, 200);
const owner = demoPrincipal(undefined);

let server: RunningGalen;
beforeAll(async () => {
  server = await startGalen();
});
afterAll(() => server.stop());

describe('citations', () => {
  it(`are the very words of their sources, for ${QUESTIONS} questions over the sample knowledge`, async () => {
    const questions = await sampleQuestions(QUESTIONS);
    expect(new Set(questions).size).toBe(QUESTIONS);
    let cited = 0;
    let abstained = 0;
    for (const message of questions) {
      const { answer } = await server.galen.turns.start(AskRequest.parse({ message }), owner);
      const settled = await answer;
      if (settled.abstained) abstained += 1;
      cited += await checkCitations(settled);
    }
    // Questions made from the documents themselves: nearly all of them have an answer.
    expect(abstained).toBeLessThan(QUESTIONS * 0.05);
    expect(cited).toBeGreaterThan(QUESTIONS * 2);
  }, 900_000);
});

/** Asserts every citation of an answer against the message and the stored document; gives their number. */
async function checkCitations(answer: Answer): Promise<number> {
  for (const citation of answer.citations) {
    expect(Citation.parse(citation)).toEqual(citation);
    expect(answer.message.slice(citation.start_pos, citation.end_pos)).toBe(citation.text);
    const source = answer.sources[citation.source_index - 1];
    const document = await server.galen.passages.getDocument(accessOf(owner), source?.document_id ?? '');
    expect(document?.text.slice(citation.quote_start, citation.quote_end)).toBe(citation.quote);
    expect(source?.text).toContain(citation.quote);
  }
  return answer.citations.length;
}
