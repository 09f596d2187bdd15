import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { FLOORS } from './floors.ts';
import { loadSets } from './load-sets.ts';
import { type DeskReport, measureDesk, measurePolicyConflicts } from './measure.ts';

/** `galen eval desk`: how the desk routes, settles and calculates by rules alone. */
const options = new Command('galen eval desk').option('--json', 'print JSON').parse().opts<{ json?: true }>();

const sets = await loadSets();
const report = { ...measureDesk(sets), policy_conflicts: measurePolicyConflicts(sets.policyConflicts) };
const folder = fileURLToPath(new URL('../../reports', import.meta.url));
mkdirSync(folder, { recursive: true });
const written = JSON.stringify(report, null, 2);
writeFileSync(join(folder, 'desk.json'), `${written}\n`);
if (options.json) console.log(written);
else {
  for (const split of ['tune', 'held', 'all'] as const) print(split, report[split]);
  const { right, of } = report.policy_conflicts;
  console.log(`conflicts put into the policies: ${right}/${of} detected`);
}

function print(split: string, measured: DeskReport): void {
  for (const [name, { right, of, wrong }] of Object.entries(measured)) {
    // The report's own keys.
    const floor = FLOORS[name as keyof DeskReport];
    const bound = name.startsWith('false_') ? 'at most' : 'at least';
    console.log(`${split} ${name}: ${right}/${of} = ${(right / of).toFixed(3)} (${bound} ${floor})`);
    if (split === 'tune' && wrong.length > 0 && !name.startsWith('false_'))
      console.log(`  wrong: ${wrong.join(', ')}`);
  }
}
