// Adds up vitest's closing lines of several logs: "N passed, N failed" is the last line of CI.
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const [failedSteps, ...logs] = process.argv.slice(2);
let passed = 0;
let failed = 0;
for (const log of logs) {
  for (const [line] of stripVTControlCharacters(readFileSync(log, 'utf8')).matchAll(/^\s*Tests\s.*$/gmu)) {
    passed += Number(/(\d+) passed/u.exec(line)?.[1] ?? 0);
    failed += Number(/(\d+) failed/u.exec(line)?.[1] ?? 0);
  }
}
// A step can fail without a failing test: types, lint, or a crash of the runner.
if (failedSteps !== '0' && failed === 0) failed = 1;
console.log(`${passed} passed, ${failed} failed`);
