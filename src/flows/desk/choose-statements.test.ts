import { describe, expect, it } from 'vitest';
import { soundSums } from './choose-statements.ts';
import { statementKey } from './conflicts/settle-conflicts.ts';
import type { TaskOutcome } from './desk-work.ts';
import { syntheticPassage } from './synthetic-passage.ts';

const INPUT = 'Each late arrival costs 1 point.';

function sum(agent: string, text: string): TaskOutcome {
  const passage = syntheticPassage({
    id: `calculation:${agent}`,
    title: '',
    text,
    language: 'en',
    source_type: 'calculation',
    scope: 'public',
    department: agent,
    created_at: '2026-01-01',
  });
  const sentences = [
    { text, passage_id: passage.id, score: 3 },
    { text: INPUT, passage_id: 'old#0', score: 2 },
  ];
  return {
    task: {
      id: `${agent}#math`,
      group: 2,
      agent,
      tool: 'math_tool',
      query: 'How many points?',
      query_index: null,
      purpose: '',
      message: '',
      depends_on: [],
    },
    status: 'completed',
    failure: null,
    attempts: 1,
    started_at: 0,
    ended_at: 0,
    input_hash: '',
    output_hash: '',
    result: { answer: text, context: '', passages: [passage], sentences, cached: null },
  };
}

const FOUR = 'Calculated: 4 × 1 = 4 points.';
const EIGHT = 'Calculated: 4 × 2 = 8 points.';

describe('soundSums', () => {
  it('states no sum of which an input lost', () => {
    const lost = new Set([statementKey('old#0', INPUT)]);
    expect(soundSums([sum('hr', FOUR)], lost, 'hr')).toEqual([]);
  });

  it('states of two results that differ only the owner’s, or none', () => {
    const sums = [sum('general', FOUR), sum('hr', EIGHT)];
    expect(soundSums(sums, new Set(), 'hr').map(({ task }) => task.agent)).toEqual(['hr']);
    expect(soundSums(sums, new Set(), null)).toEqual([]);
  });

  it('says that nothing could be calculated only if no agent calculated anything', () => {
    const none = sum('general', 'This was not calculated; the rules that were found are shown instead.');
    expect(soundSums([none, sum('hr', EIGHT)], new Set(), null).map(({ task }) => task.agent)).toEqual([
      'hr',
    ]);
    expect(soundSums([none], new Set(), null)).toHaveLength(1);
  });
});
