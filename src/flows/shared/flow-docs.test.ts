import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningGalen, startGalen } from '../../app/testing/start-galen.ts';
import { printMermaid } from '../../engine/draw-flow.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/flows', import.meta.url));
const PAGES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.md') && file !== 'README.md')
  .map((file) => basename(file, '.md'));

let server: RunningGalen;
beforeAll(async () => {
  server = await startGalen({ GALEN_SAMPLE_KNOWLEDGE: 'off' });
});
afterAll(() => server.stop());

it.each(PAGES)('docs/flows/%s.md shows the flow as it is', (name) => {
  const page = readFileSync(`${FOLDER}/${name}.md`, 'utf8');
  const [, shown] = page.split(new RegExp(`<!-- flow:${name} -->|<!-- /flow -->`, 'u'));
  const flow = server.galen.flows.find((candidate) => candidate.name === name)?.flow;
  expect(flow, `there is no flow ${name}`).toBeDefined();
  if (flow) expect(shown?.trim()).toBe(`\`\`\`mermaid\n${printMermaid(flow)}\`\`\``);
});
