import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,tests,scripts,tools}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/support/test-run.ts',
    setupFiles: 'tests/support/fail-on-console.ts',
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
