import { ensureWebClient } from '#server/http/web-build.ts'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

/** JavaScript that the first screen may cost, in bytes as gzip sends them. */
const budget = 180 * 1000

/** A module and everything it imports at once; what it loads later (`import(…)`) is not part of the first screen. */
async function withImports(
  directory: string,
  file: string,
  found = new Map<string, number>(),
): Promise<Map<string, number>> {
  if (found.has(file)) return found
  const code = await readFile(join(directory, file))
  found.set(file, gzipSync(code, { level: 9 }).length)
  for (const [, path = ''] of code.toString().matchAll(/(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g)) {
    await withImports(directory, join(dirname(file), path), found)
  }
  return found
}

it('the first screen needs at most 180 kB of compressed JavaScript', async () => {
  const directory = await ensureWebClient(resolve(import.meta.dirname, '..'), () => {})
  const page = await readFile(join(directory, 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path = '']) => path)
  expect(scripts.length).toBeGreaterThan(0)
  const found = new Map<string, number>()
  for (const script of scripts) await withImports(directory, script, found)
  const total = [...found.values()].reduce((sum, bytes) => sum + bytes, 0)
  expect(total, JSON.stringify([...found])).toBeLessThan(budget)
  expect(total).toBeGreaterThan(budget / 4)
}, 120_000)
