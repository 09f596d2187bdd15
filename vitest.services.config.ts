import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['services/**/*.test.ts'],
    globalSetup: 'src/entry/testing/templates.setup.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Most of the time a test waits for processes that it has started; another one uses that time.
    maxWorkers: 2,
    isolate: false,
  },
});
