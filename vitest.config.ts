import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One more than the cores of a small machine: tests also wait for the database and for processes that they start.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{src,tests,scripts,tools}/**/*.test.ts'],
          globalSetup: 'tests/support/test-run.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['src/**/*.test.tsx'],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' } } } },
          testTimeout: 30_000,
        },
      },
    ],
    setupFiles: 'tests/support/fail-on-console.ts',
    testTimeout: 90_000,
    hookTimeout: 120_000,
    allowOnly: false,
    retry: 0,
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
  },
})
