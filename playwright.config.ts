import { defineConfig } from '@playwright/test'
import { chromiumArguments, chromiumPath } from './testing/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './testing/playwright-setup.ts',
  workers: 2,
  fullyParallel: true,
  // On a shared CI machine a whole browser can starve for a while; a test that needs its second try is reported.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env['MOTHLIGHT_REPORT']
    ? [['line'], ['json', { outputFile: process.env['MOTHLIGHT_REPORT'] }]]
    : [['list']],
  outputDir: '.cache/e2e-results',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: chromiumPath() ?? '', args: chromiumArguments },
    viewport: { width: 1280, height: 800 },
    // Recording every test takes half as long again; where there is a second try, that one is recorded.
    trace: process.env['CI'] === undefined ? 'retain-on-failure' : 'on-first-retry',
    locale: 'en-US',
    timezoneId: 'UTC',
  },
})
