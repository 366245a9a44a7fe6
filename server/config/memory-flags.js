import { setFlagsFromString } from 'node:v8'

/**
 * Garbage is taken out early, for some per cent of processor time: V8 would let the young generation grow to 64 MB twice
 * on a large machine, in MB here, and the old one to twice of what is in it.
 */
const young = 4
const growingPercent = 15

/**
 * Begins anew, in the same process, with what can be said to V8 and to the system's memory only before the start. Where
 * that can't be done (Windows, or the process has a channel to its parent), or somebody has said something else, it goes
 * on as it is.
 * @param {() => Promise<void>} before done first: what it leaves in memory is gone with the beginning
 */
export async function beginWithLittleMemory(before) {
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`)
  const said = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(' ')]
  const isSaid = said.some((flag) => flag.startsWith('--max-semi-space-size'))
  if (!process.execve || process.send || isSaid) return
  const environment = {
    // Freed memory goes back to the system: without a fixed size from which on pieces are taken and given back one by
    // one, and with a pool for each thread, much of it stays with the process.
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: '131072',
    ...process.env,
  }
  await before()
  const flags = [...process.execArgv, `--max-semi-space-size=${young}`]
  try {
    process.execve(process.execPath, [process.execPath, ...flags, ...process.argv.slice(1)], environment)
  } catch {
    // Goes on.
  }
}
