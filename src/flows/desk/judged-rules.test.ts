import { LRUCache } from 'lru-cache';
import { describe, expect, it } from 'vitest';
import { demoPrincipal } from '../../app/auth/demo-principals.ts';
import { DeskSettings } from '../../domain/desk-agents.ts';
import type { Reranker } from '../../retrieval/reranker.port.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { askDesk } from '../testing/ask-desk.ts';
import { foundPassages } from '../testing/found-passages.ts';
import { defaultDeskSettings } from './agents/default-settings.ts';
import { ragTool } from './tools/rag-tool.ts';

const LOST = 'A lost or stolen device must be reported within 1 hour.';
const RULES = [
  'Laptops are lent by the service desk.',
  'A laptop is encrypted before it is lent.',
  'A laptop is given back on the last working day.',
  LOST,
  'The canteen is open every day.',
];
const MESSAGE = 'Someone stole my laptop, what now?';

/** The desk over one document, as a ranker reads it: how likely each of its sentences answers, and how near the search finds it. */
async function ask({ answers, relevance }: { answers: number[]; relevance: number }) {
  const document = { id: 'devices', title: 'Devices', text: RULES.join('\n'), source_type: 'policy' };
  const passages = foundPassages({ passages: [rankedPassage({ document, scores: { relevance } })] });
  const best = Math.max(...answers);
  const sentences = RULES.map((text, i) => ({ text, answers: answers[i] ?? 0 }));
  const reranker: Reranker = {
    id: 'scripted',
    judges: true,
    rerank: async (request) =>
      request.passages.map((passage) => ({
        ...passage,
        scores: { ...passage.scores, rerank: 1, answers: best },
        sentences,
      })),
  };
  const settings = DeskSettings.parse({
    ...defaultDeskSettings(),
    workflow_config: { ...defaultDeskSettings().workflow_config, enable_caching: false },
  });
  const rag_tool = ragTool({ passages, reranker, settings, cache: new LRUCache({ max: 1 }) });
  const none = async () => null;
  return askDesk({
    message: MESSAGE,
    principal: demoPrincipal('staff-it'),
    tools: { rag_tool, summary_tool: none, math_tool: none, log_tool: none },
    settings,
    search: { passages, reranker },
  });
}

describe('rules that our own ranker has read', () => {
  it('are told by how likely each sentence answers, whatever words it shares with the question', async () => {
    const { state } = await ask({ answers: [0.6, 0.5, 0.4, 0.99, 0.001], relevance: 0.7 });
    expect(state.message).toContain(LOST);
    expect(state.message).not.toContain('canteen');
    expect(state.route).not.toBe('related');
    expect(state.confidence).toBeGreaterThan(0.6);
  });

  it('are called related where they are unlikely to answer, whatever words they share', async () => {
    const { state, path } = await ask({ answers: [0.02, 0.02, 0.02, 0.02, 0.02], relevance: 0.45 });
    expect(path).toContain('elsewhere:answered');
    expect(state.route).toBe('related');
    expect(state.confidence).toBeLessThan(0.6);
  });

  it('are not shown where they speak of something else: the card says that nothing was found', async () => {
    const { state } = await ask({ answers: [0.0001, 0.0001, 0.0001, 0.0001, 0.0001], relevance: 0.05 });
    expect(state.abstained).toMatchObject({ reason: 'nothing-found', card: { title: expect.any(String) } });
    expect(state.message).not.toContain('laptop is');
  });
});
