// Adds up what CI's steps left in a folder: names what failed, then "N passed, N failed" as the last line.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const [folder = '.'] = process.argv.slice(2);
const files = readdirSync(folder);
let passed = 0;
const failures = [];
const slowest = [];

for (const file of files.filter((name) => name.endsWith('.json'))) {
  const report = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  passed += report.numPassedTests;
  for (const { name, status, startTime, endTime, assertionResults } of report.testResults) {
    slowest.push({ name: relative(ROOT, name), seconds: Math.round((endTime - startTime) / 1_000) });
    const failed = assertionResults.filter((test) => test.status === 'failed');
    for (const { fullName } of failed) failures.push(`${relative(ROOT, name)} > ${fullName}`);
    // A file can fail as a whole: it does not load, or its set-up fails.
    if (status === 'failed' && failed.length === 0) failures.push(`${relative(ROOT, name)}: the file`);
  }
}
for (const step of files
  .filter((name) => name.endsWith('.failed'))
  .map((name) => name.replace('.failed', ''))) {
  // A step can fail without a failing test: types, lint, or a crash of the runner.
  const isTold = files.includes(`${step}.json`) && failures.length > 0;
  if (!isTold) failures.push(`${step}: the step (its output is above)`);
}

slowest.sort((a, b) => b.seconds - a.seconds);
console.log(
  ['Slowest:', ...slowest.slice(0, 15).map(({ name, seconds }) => `  ${seconds} s  ${name}`)].join('\n'),
);
if (failures.length > 0) console.log(['Failed:', ...failures.map((failure) => `  ${failure}`)].join('\n'));
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
