import { defineConfig } from 'vitest/config'
import { ByEnvironment } from './testing/run/by-environment.ts'
import { workers } from './testing/run/workers.ts'

export default defineConfig({
  test: {
    include: ['{shared,server,web,cli,migrations,testing,bench}/**/*.test.{ts,tsx}'],
    globalSetup: ['testing/vitest-setup.ts'],
    setupFiles: ['testing/each-file.ts'],
    maxWorkers: workers,
    // One process runs many files: to start one and to load the product for each took a sixth of the time.
    isolate: false,
    sequence: { sequencer: ByEnvironment },
    // Long enough for a machine that is four times slower: a time-out costs nothing while a test passes.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    expect: { poll: { timeout: 30_000 } },
  },
})
