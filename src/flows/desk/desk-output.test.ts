import { describe, expect, it } from 'vitest';
import { DeskFinal } from '../../domain/desk-output.ts';
import { samplePrincipal } from '../../records/testing/sample-records.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { askDesk } from '../testing/ask-desk.ts';
import type { DeskTool, DeskTools } from './tools/desk-tool.ts';

const principal = samplePrincipal({
  audience: 'staff',
  scopes: ['public', 'internal', 'private'],
  departments: ['it'],
});
const FOUND = 'Failed logins are looked at every morning.';
const finding: DeskTool = async ({ task }) => {
  const passage = rankedPassage({ document: { id: task.id, text: FOUND, department: 'it' } });
  const sentences = [{ text: FOUND, passage_id: passage.id, score: 1 }];
  return { answer: FOUND, context: '', passages: [passage], sentences, cached: null };
};
const nothing: DeskTool = async () => null;
const tools: DeskTools = {
  rag_tool: finding,
  log_tool: finding,
  summary_tool: nothing,
  math_tool: nothing,
};

async function ask(clock?: () => number): Promise<DeskFinal> {
  const message = 'Were there failed logins in the server log last night?';
  const { output } = await askDesk({ message, principal, tools, ...(clock ? { clock } : {}) });
  return DeskFinal.parse(output);
}

describe('the final output of the desk', () => {
  it('counts each question to an agent once, however many tools it used', async () => {
    const { execution_metadata, flow_action } = await ask();
    const searches = flow_action.filter(({ tool }) => tool === 'rag_tool' || tool === 'log_tool');
    expect(searches.map(({ node_id }) => node_id)).toEqual(['it#rag', 'it#log']);
    expect(execution_metadata.total_queries).toBe(1);
  });

  it('tells when each step was begun and done, in that order', async () => {
    let now = Date.parse('2026-01-01T00:00:00.000Z');
    const { flow_action } = await ask(() => {
      now += 1;
      return now;
    });
    const [router, permission, ...rest] = flow_action.map(({ node_id, started_at, ended_at }) => ({
      node_id,
      from: Date.parse(started_at ?? ''),
      to: Date.parse(ended_at ?? ''),
    }));
    expect([router?.node_id, permission?.node_id]).toEqual(['Router', 'PermissionCheck']);
    const times = [router?.from, permission?.from, permission?.to, router?.to, rest[0]?.from];
    for (const [i, time] of times.slice(1).entries()) expect(time).toBeGreaterThan(times[i] ?? Number.NaN);
  });
});
