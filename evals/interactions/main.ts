import { withCorpus } from '../answers/with-corpus.ts';
import { measurePairs, type PairQuestion, pairQuestions } from './measure.ts';

/** `galen eval interactions [--missed]`: whether a question about two kinds of medicine finds the row that names both. */
const ways: Record<string, (question: PairQuestion) => boolean> = {
  English: ({ language }) => language === 'en',
  Vietnamese: ({ language, isUnmarked }) => language === 'vi' && !isUnmarked,
  'without marks': ({ isUnmarked }) => isUnmarked,
};

await withCorpus({ corpus: 'sample' }, async (galen) => {
  for (const [name, isAsked] of Object.entries(ways)) {
    const { missed, ...report } = await measurePairs(galen, pairQuestions().filter(isAsked));
    console.log(name, report);
    if (process.argv.includes('--missed')) for (const line of missed) console.log(`  ${line}`);
  }
});
