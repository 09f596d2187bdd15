import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'evals/**/*.test.ts', 'web/src/**/*.test.ts'],
    globalSetup: 'src/entry/testing/templates.setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each file that needs a database starts its own embedded one; more workers than cores only queue.
    maxWorkers: 2,
    // The same modules for all files of a worker: loading them anew for each took as long as many of the tests.
    isolate: false,
  },
});
