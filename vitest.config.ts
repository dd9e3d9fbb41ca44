import { defineConfig } from 'vitest/config'
import { mockingTests } from './tests/support/mocking-tests.ts'

/** Tests without pages of modules that import components. */
const pageModuleTests = ['src/**/web/**/*.test.ts']

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
          exclude: [...mockingTests, ...pageModuleTests],
          globalSetup: 'tests/support/test-run.ts',
          // Each worker loads its modules once: see decision 17.
          isolate: false,
          // Node.js loads the modules, as in production.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      // Node.js does not load JSX, so Vite transforms these.
      { extends: true, test: { name: 'page-modules', include: pageModuleTests, isolate: false } },
      {
        extends: true,
        test: { name: 'mocks', include: mockingTests, globalSetup: 'tests/support/test-run.ts' },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['src/**/*.test.tsx'],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' } } } },
          isolate: false,
          // An array, so that it adds to the one of all tests.
          setupFiles: ['tests/support/around-component-tests.ts'],
        },
      },
    ],
    setupFiles: ['tests/support/around-tests.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    teardownTimeout: 60_000,
    // The default of one second is short of what a busy machine needs.
    expect: { poll: { timeout: 60_000 } },
    allowOnly: false,
    retry: 0,
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
  },
})
