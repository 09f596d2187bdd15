import { describe, expect, it } from 'vitest';
import type { Access } from '../../domain/access.ts';
import { DeskSettings } from '../../domain/desk-agents.ts';
import { DeskOptions } from '../../domain/desk-request.ts';
import { defaultDeskSettings } from './agents/default-settings.ts';
import { chooseAgents } from './choose-agents.ts';

const ACCESS: Access = { tenant_id: 't', scopes: ['public'], departments: ['hr'] };
const SETTINGS = DeskSettings.parse({
  ...defaultDeskSettings(),
  workflow_config: { timeout_per_agent_ms: 2_000 },
});
const RAG = [{ name: 'rag_tool', description: 'search' }];
const choose = (agents: object) => chooseAgents(SETTINGS, DeskOptions.parse({ agents }).agents, ACCESS);

describe('an agent of a request', () => {
  it('has the domains, collections and time that it asks for', () => {
    const asked = { desc: 'drugs', tools: RAG, domains: ['drugs'], collections: ['desk'], timeout_ms: 500 };
    expect(choose({ pharmacy: asked }).pharmacy).toMatchObject({
      domains: ['drugs'],
      collections: ['desk'],
      timeout_ms: 500,
      departments: ['pharmacy'],
    });
  });

  it('is as in the settings where it leaves something out', () => {
    const { hr } = SETTINGS.agents;
    expect(choose({ hr: { desc: 'people', tools: RAG } }).hr).toMatchObject({
      domains: hr?.domains,
      collections: hr?.collections,
      departments: hr?.departments,
      timeout_ms: 2_000,
    });
  });

  it('gets no more time than the settings give it', () => {
    expect(choose({ hr: { desc: 'people', tools: RAG, timeout_ms: 60_000 } }).hr?.timeout_ms).toBe(2_000);
  });

  it('searches only where the settings allow', () => {
    const tools = [...RAG, { name: 'summary_tool', description: 'sum up' }];
    const both = choose({ hr: { desc: 'people', tools, collections: ['desk', 'charts'] } });
    expect(both.hr?.collections).toEqual(['desk']);
    const nowhere = choose({ hr: { desc: 'people', tools, collections: ['charts'] } });
    expect(nowhere.hr?.tools).toEqual(['summary_tool']);
    expect(choose({ hr: { desc: 'people', tools: RAG, collections: ['charts'] } })).toEqual({});
  });
});
