import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { withCorpus } from '../answers/with-corpus.ts';
import { oncAlerts, unlistedAlerts } from '../interactions/alerts.ts';
import { ClinicRequest, loadCases, OrderForm } from './cases.ts';
import { measureOrders, measureRequests, type Verdict } from './measure.ts';

/** `galen eval clinic`: what doctors type, orders as wards write them, and the published interactions. */
const options = new Command('galen eval clinic')
  .addOption(new Option('--part <part>', 'look at held once').choices(['tune', 'held']).default('tune'))
  .addOption(new Option('--only <what>', 'these alone').choices(['requests', 'orders', 'alerts']))
  .option('--wrong', 'print what was wrong')
  .parse()
  .opts<{ part: 'tune' | 'held'; only?: 'requests' | 'orders' | 'alerts'; wrong?: true }>();

const isWanted = (what: string) => options.only === undefined || options.only === what;
const ofPart = ({ split }: { split: string }) => split === options.part;

const requests = isWanted('requests') ? loadCases('requests', ClinicRequest).filter(ofPart) : [];
const orders = isWanted('orders') ? loadCases('orders', OrderForm).filter(ofPart) : [];
// The interactions are a matter of the tables: nobody is asked for them.
const isAsked = requests.length + orders.length > 0;
const verdicts = isAsked
  ? await withCorpus({ corpus: 'sample' }, async (galen) => ({
      requests: await measureRequests(galen, requests),
      orders: await measureOrders(galen, orders),
    }))
  : { requests: [], orders: [] };
for (const [what, given] of Object.entries(verdicts)) if (given.length > 0) print(what, given);
if (isWanted('alerts')) {
  for (const [group, { pairs, alert, major }] of oncAlerts())
    console.log(
      `ONC: ${group}: ${pairs} pairs, alert ${share(alert, pairs)}, major or worse ${share(major, pairs)}`,
    );
  const { pairs, alert } = unlistedAlerts();
  console.log(`unlisted pairs that alert: ${alert}/${pairs} = ${share(alert, pairs)} (at most .03)`);
}
const folder = fileURLToPath(new URL('../../reports', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, `clinic-${options.part}.json`), `${JSON.stringify(verdicts, null, 2)}\n`);

function print(what: string, given: readonly Verdict[]): void {
  const right = given.filter(({ isRight }) => isRight).length;
  const dangerous = given.filter(({ isDangerous }) => isDangerous).length;
  console.log(
    `${what}, ${options.part}: right ${right}/${given.length} = ${share(right, given.length)}, dangerous ${dangerous}`,
  );
  for (const kind of new Set(given.map((one) => one.kind))) {
    const some = given.filter((one) => one.kind === kind);
    console.log(`  ${kind.padEnd(24)} ${some.filter(({ isRight }) => isRight).length}/${some.length}`);
  }
  if (options.wrong) for (const one of given) if (!one.isRight) console.log(one.told);
}

function share(count: number, of: number): string {
  return (count / of).toFixed(3);
}
