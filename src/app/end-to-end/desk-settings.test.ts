import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultDeskSettings } from '../../flows/desk/agents/default-settings.ts';
import { initDesk, loadDeskSettings, sampleSettings } from '../desk-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'galen-desk-'));
afterAll(() => rmSync(folder, { recursive: true }));
const load = (content: string) => {
  const file = join(folder, 'desk.yaml');
  writeFileSync(file, content);
  return loadDeskSettings(file);
};

describe('the configuration of the desk', () => {
  it('as it is written out says what ships, with comments', async () => {
    expect(await load(sampleSettings())).toEqual(defaultDeskSettings());
    expect(sampleSettings().match(/^\s*# /gmu)?.length).toBeGreaterThan(10);
  });

  it('takes a new department without code', async () => {
    const pharmacy = `agents:
  pharmacy:
    desc: { en: drug orders, vi: đơn thuốc }
    domains: [pharmacy]
    words: { en: [drug order], vi: [đơn thuốc] }
    tools: [rag_tool]
    collections: [desk]
    departments: [pharmacy]
`;
    expect(Object.keys((await load(pharmacy)).agents)).toEqual(['pharmacy']);
  });

  it.each([
    ['agents: {}', /at least one agent/u],
    ['agents: { hr: { desc: x } }', /hr/u],
    ['workflow_config: { max_concurrent: 5 }', /max_concurrent/u],
    ['a: [', /cannot be read/u],
  ])('refuses %s and says why', async (content, problem) => {
    await expect(load(content)).rejects.toThrow(problem);
  });
});

it('leaves a configuration that is there as it is, and says what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'galen-desk-'));
  const file = join(folder, 'desk.yaml');
  await initDesk(file);
  writeFileSync(file, 'mine');
  const again = await initDesk(file).catch((error: unknown) => String(error));
  expect(again).toContain('is there already and was left as it is');
  expect(again).not.toContain('EEXIST');
  expect(readFileSync(file, 'utf8')).toBe('mine');
  rmSync(folder, { recursive: true });
});
