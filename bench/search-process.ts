import { measureSearches, openBench, QUERIES } from './search-at-scale.ts';
import { syntheticCorpus } from './synthetic-corpus.ts';

/** Opens a data folder as a server would, and tells whoever started it how searches go. */
const [dataDir = ''] = process.argv.slice(2);
const galen = await openBench(dataDir);
const measured = await measureSearches(galen, syntheticCorpus().questions(QUERIES));
await galen.close();
process.send?.(measured);
process.disconnect?.();
