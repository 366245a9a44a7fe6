import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{shared,server,web,cli,migrations,testing,bench}/**/*.test.{ts,tsx}'],
    globalSetup: ['testing/vitest-setup.ts'],
    // Machines that run the tests have two cores, and the database needs its share.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    // What comes by itself may be late on a loaded machine; its default of a second is a test of the machine.
    expect: { poll: { timeout: 10_000 } },
  },
})
