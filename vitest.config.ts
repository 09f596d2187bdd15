import { defineConfig } from 'vitest/config';
import { longestFirst } from './scripts/longest-first.ts';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'texts/**/*.test.ts',
      'scripts/**/*.test.ts',
      'evals/**/*.test.ts',
      'web/src/**/*.test.ts',
    ],
    globalSetup: 'src/app/testing/templates.setup.ts',
    // Of a busy machine: nothing here is measured by a timeout.
    testTimeout: 240_000,
    hookTimeout: 300_000,
    // One more than the cores of a small machine: a file with an embedded database waits for it half of the time.
    maxWorkers: 3,
    // The same modules for all files of a worker: loading them anew for each took as long as many of the tests.
    isolate: false,
    // So what a test puts in the place of something must not outlive it.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    sequence: {
      sequencer: longestFirst([
        'src/app/end-to-end/search-models.test.ts',
        'src/app/end-to-end/flow-matrix.test.ts',
        'src/app/end-to-end/page-examples.test.ts',
        'evals/desk/everyday.test.ts',
        'evals/flows/flows.test.ts',
        'evals/calibration/calibration.test.ts',
        'src/records/database/migrate.test.ts',
        'src/records/database/embedded-postgres.test.ts',
        'src/retrieval/stores/postgres/rebuild-index.test.ts',
        'src/app/end-to-end/strangers.test.ts',
        'src/app/end-to-end/own-encoder.test.ts',
        'src/retrieval/stores/qdrant/qdrant-passages.test.ts',
        'src/app/end-to-end/qdrant.test.ts',
        'src/app/end-to-end/desk-leaks-over-http.test.ts',
      ]),
    },
  },
});
