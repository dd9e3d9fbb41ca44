import { defineConfig } from '@playwright/test'
import { testBrowser } from './tests/e2e/browser.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results/browser',
  globalSetup: './tests/e2e/databases.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // How long to wait for a hanging test. A shared machine can take three times as long.
  timeout: 300_000,
  globalTimeout: 75 * 60_000,
  expect: { timeout: 30_000 },
  reporter: [[process.env.CI ? 'dot' : 'list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Animations only slow tests down; tests of animations turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: testBrowser(),
  },
})
