import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,laws,setup}/**/*.test.{ts,tsx}'],
    globalSetup: 'src/testing/test-run.ts',
    setupFiles: 'src/testing/noise-fails.ts',
    // One more than the cores of a small machine: tests also wait for the database and for processes that they start.
    maxWorkers: 3,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    allowOnly: false,
    retry: 0,
    unstubEnvs: true,
    restoreMocks: true,
  },
})
