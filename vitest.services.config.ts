import { defineConfig } from 'vitest/config';
import { longestFirst } from './scripts/longest-first.ts';

export default defineConfig({
  test: {
    include: ['services/**/*.test.ts'],
    globalSetup: ['services/build.setup.ts', 'src/app/testing/templates.setup.ts'],
    // Of a busy machine: nothing here is measured by a timeout.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Most of the time a test waits for processes that it has started, for a kill or for a browser; others use that time.
    maxWorkers: 3,
    isolate: false,
    sequence: {
      sequencer: longestFirst([
        'services/page/views.test.ts',
        'services/page/streams.test.ts',
        'services/torture.test.ts',
        'services/command-line.test.ts',
        'services/page/answers.test.ts',
        'services/page/asking.test.ts',
        'services/ingestion.test.ts',
        'services/page/clinic.test.ts',
        'services/exactly-once.test.ts',
        'services/leaks/qdrant.test.ts',
        'services/leaks/postgres.test.ts',
      ]),
    },
  },
});
