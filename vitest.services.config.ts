import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['services/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One at a time: each starts processes of its own and measures nothing else.
    maxWorkers: 1,
  },
});
