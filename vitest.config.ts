import { defineConfig } from 'vitest/config'

/** Tests that mock modules. They need modules of their own. */
const mocking = ['login-limits', 'login-waits', 'password-verifier'].map(
  (name) => `src/features/members/server/${name}.test.ts`,
)

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
          exclude: mocking,
          globalSetup: 'tests/support/test-run.ts',
          // Modules keep no state between files, so each worker loads them once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'mocks', include: mocking, globalSetup: 'tests/support/test-run.ts' },
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
    setupFiles: 'tests/support/around-tests.ts',
    testTimeout: 90_000,
    hookTimeout: 120_000,
    allowOnly: false,
    retry: 0,
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
  },
})
