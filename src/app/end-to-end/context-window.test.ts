import { describe, expect, it } from 'vitest';
import { Answer } from '../../domain/answer.ts';
import { type FakeModelServer, says } from '../../llm/testing/fake-model-server.ts';
import { startFakeOpenAi } from '../../llm/testing/fake-openai.ts';
import { chunkDocument } from '../../retrieval/ingest/chunk-document.ts';
import { sampleDocument } from '../../retrieval/testing/sample-documents.ts';
import { DEMO_TENANT } from '../auth/demo-principals.ts';
import { startGalen } from '../testing/start-galen.ts';

const BEFORE = 'The study was run by two hospitals in Lyon over nine years.';
const SOURCE = 'Metformin caused diarrhoea and nausea in many of the adults.';
const AFTER = 'One person of seven gave the tablets up within the first month.';
const DRAFT = `${SOURCE.replace('.', ' [1].')} ${AFTER.replace('.', ' [1].')}`;
const REWRITE = JSON.stringify({ query: 'metformin diarrhoea nausea', expansions: [] });

/** Asks a Galen whose model answers with a sentence of the source and one of the passage after it. */
async function ask(settings: Record<string, string>): Promise<{ answer: Answer; prompt: string }> {
  const model: FakeModelServer = await startFakeOpenAi((request) =>
    says(request.body.stream ? DRAFT : REWRITE),
  );
  const galen = await startGalen({
    GALEN_SAMPLE_KNOWLEDGE: 'off',
    GALEN_MODEL: 'openai-compatible/test',
    GALEN_MODEL_URL: model.url,
    ...settings,
  });
  try {
    const text = [BEFORE, SOURCE, AFTER].join('\n\n');
    const document = sampleDocument({ tenant_id: DEMO_TENANT, title: 'Tolerability', text });
    const passages = chunkDocument(document, { maxCharacters: 70 });
    expect(passages.map((passage) => passage.text)).toEqual([BEFORE, SOURCE, AFTER]);
    await galen.galen.passages.replaceDocuments([{ document, passages, fingerprint: 'f' }]);
    const message = 'Does metformin cause diarrhoea and nausea?';
    const response = await galen.post('/v1/ask', { message, flow: 'evidence' });
    const prompt = model.requests.filter(({ body }) => body.stream).map(({ text: sent }) => sent);
    return { answer: Answer.parse(await response.json()), prompt: prompt.join('\n') };
  } finally {
    await galen.stop();
    await model.close();
  }
}

describe('the context of a source', () => {
  it('is read by the model, and what rests on it alone is neither cited nor said', async () => {
    const { answer, prompt } = await ask({});
    expect(prompt).toMatch(/context before source 1 not to be cited/u);
    expect(prompt).toContain(BEFORE);
    expect(prompt).toContain(AFTER);

    expect(answer.degraded).toBeNull();
    expect(answer.sources.map(({ text }) => text)).toEqual([SOURCE]);
    expect(answer.citations.map(({ quote }) => quote)).toEqual([SOURCE]);
    expect(answer.message).toContain('diarrhoea');
    expect(answer.message).not.toContain('seven');
    expect(answer.hallucination_flagged).toBe(true);
  });

  it('stays out of the prompt when it reaches nowhere', async () => {
    const { answer, prompt } = await ask({ GALEN_CONTEXT_REACH: '0' });
    expect(prompt).toContain(SOURCE);
    expect(prompt).not.toContain(BEFORE);
    expect(prompt).not.toMatch(/not to be cited/u);
    expect(answer.citations.map(({ quote }) => quote)).toEqual([SOURCE]);
  });
});
