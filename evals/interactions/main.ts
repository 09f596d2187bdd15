import { withCorpus } from '../answers/with-corpus.ts';
import { type AlertReport, oncAlerts, unlistedAlerts } from './alerts.ts';
import { measurePairs, type PairQuestion, pairQuestions } from './measure.ts';

/**
 * `galen eval interactions [--missed] [--alerts]`: whether an order alerts beside a drug that it must not meet, and whether a
 * question about two kinds of medicine finds the row that names both; with `--alerts` only the first.
 */
const isMissedAsked = process.argv.includes('--missed');
const ways: Record<string, (question: PairQuestion) => boolean> = {
  English: ({ language }) => language === 'en',
  Vietnamese: ({ language, isUnmarked }) => language === 'vi' && !isUnmarked,
  'without marks': ({ isUnmarked }) => isUnmarked,
};

for (const [group, report] of oncAlerts()) print(`ONC: ${group}`, report);
print('unlisted pairs', unlistedAlerts());
if (!process.argv.includes('--alerts'))
  await withCorpus({ corpus: 'sample' }, async (galen) => {
    for (const [name, isAsked] of Object.entries(ways)) {
      const { missed, ...report } = await measurePairs(galen, pairQuestions().filter(isAsked));
      console.log(name, report);
      if (isMissedAsked) for (const line of missed) console.log(`  ${line}`);
    }
  });

function print(name: string, { pairs, alert, major, silent, mild }: AlertReport): void {
  const share = (count: number) => (count / pairs).toFixed(3);
  console.log(`${name.padEnd(44)} ${pairs} pairs, alert ${share(alert)}, major or worse ${share(major)}`);
  if (isMissedAsked && !name.endsWith('all groups') && name.startsWith('ONC'))
    for (const pair of [...silent.map((one) => `${one}: silent`), ...mild]) console.log(`  ${pair}`);
}
