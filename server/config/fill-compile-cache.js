import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { flushCompileCache, getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** What a start loads. */
const sources = ['server', 'shared', 'migrations', 'package-lock.json']

/**
 * Fills the compile cache when a program has changed since. The process in which they are stripped of their types and
 * compiled keeps what does that in memory, 10 to 20 MB: that should not be the one that goes on for months.
 * @param {() => Promise<void>} loadAll loads all programs
 */
export async function fillCompileCache(loadAll) {
  const directory = getCompileCacheDir()
  if (!directory) return
  const stampFile = join(directory, '.sources')
  try {
    const current = fingerprint()
    if (stampOf(stampFile) === current) return
    // Where nothing can be written there is nothing to fill.
    writeFileSync(stampFile, '')
    await loadAll()
    flushCompileCache()
    writeFileSync(stampFile, current)
  } catch {
    // The start says what is wrong.
  }
}

function stampOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** By sizes and times: to read all of them would take longer than the rest of a start. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesIn).toSorted()) {
    const { size, mtimeMs } = statSync(join(root, file))
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function filesIn(source) {
  if (source.endsWith('.json')) return [source]
  return readdirSync(join(root, source), { recursive: true })
    .filter((name) => /\.[jt]s$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => join(source, name))
}
