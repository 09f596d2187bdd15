// Compiles src/retrieval/stores/postgres/dot-int8.wat and writes it, as text that can be imported, beside it.
import { readFileSync, writeFileSync } from 'node:fs';
import wabt from 'wabt';

const source = new URL('../src/retrieval/stores/postgres/dot-int8.wat', import.meta.url);
const module = (await wabt()).parseWat('dot-int8.wat', readFileSync(source, 'utf8'), { simd: true });
const base64 = Buffer.from(module.toBinary({}).buffer).toString('base64');
const lines = base64.match(/.{1,100}/gu) ?? [];
writeFileSync(
  new URL('./dot-int8.wasm.ts', source),
  `/** Compiled from dot-int8.wat by \`npm run compile:dot\`. */
export const DOT_INT8 =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`,
);
