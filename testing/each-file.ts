/**
 * Set up before each test file: what waits without saying how long waits as long as a slow machine takes, and no test finds in the
 * document what the one before has left there.
 */
import { afterEach, vi } from 'vitest'

/** Milliseconds; `expect.poll` has the same in vitest.config.ts. */
const patience = 30_000

const waitFor = vi.waitFor
// One process runs many files.
if (waitFor.name !== 'waitPatiently')
  vi.waitFor = function waitPatiently(callback, options) {
    return waitFor(callback, typeof options === 'number' ? options : { timeout: patience, ...options })
  }

if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: patience })
  afterEach(() => {
    cleanup()
    localStorage.clear()
  })
}
