import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startGalen } from '../src/app/testing/start-galen.ts';
import { printMermaid } from '../src/engine/draw-flow.ts';

/** `npm run docs:flows`: puts each flow's diagram, as the code has it, between the markers of its page. */
const { galen, stop } = await startGalen({ GALEN_SAMPLE_KNOWLEDGE: 'off' });
for (const { name, flow } of galen.flows) {
  const page = fileURLToPath(new URL(`../docs/flows/${name}.md`, import.meta.url));
  const text = readFileSync(page, 'utf8');
  const diagram = `<!-- flow:${name} -->\n\`\`\`mermaid\n${printMermaid(flow)}\`\`\`\n<!-- /flow -->`;
  const marked = new RegExp(`<!-- flow:${name} -->[\\s\\S]*?<!-- /flow -->`, 'u');
  if (!marked.test(text)) throw new Error(`docs/flows/${name}.md has no markers`);
  writeFileSync(
    page,
    text.replace(marked, () => diagram),
  );
}
await stop();
