import { defineConfig } from '@playwright/test'
import { chromiumArguments, chromiumPath } from './testing/chromium.ts'
import { workers } from './testing/run/workers.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './testing/playwright-setup.ts',
  workers,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // Long enough for a machine that is four times slower: a time-out costs nothing while a test passes.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  outputDir: '.cache/e2e-results',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: chromiumPath() ?? '', args: chromiumArguments },
    viewport: { width: 1280, height: 800 },
    // Nothing moves but where a test is about that: what still moves is measured, pressed and drawn in the wrong place.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test takes half as long again: whoever looks for a fault asks for it with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
  },
})
