import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mothlight-compile-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs a program in a process with the cache of this test. @returns what it printed */
async function run(program: string): Promise<string> {
  const begin = `
    const { enableCompileCache, getCompileCacheDir } = process.getBuiltinModule('module')
    enableCompileCache(${JSON.stringify(folder)})
    const { fillCompileCache } = await import('./server/config/fill-compile-cache.js')
    const print = (text) => process.stdout.write(String(text) + ';')
  `
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', begin + program], {
    cwd: root,
    env: { PATH: process.env['PATH'] },
  })
  return stdout
}

it('is done once for the programs as they are', async () => {
  const fill = `await fillCompileCache(async () => print('filled'))`
  expect(await run(fill)).toBe('filled;')
  expect(await run(fill)).toBe('')
})

it('is tried again after it failed, and a failure stops no start', async () => {
  expect(await run(`await fillCompileCache(async () => { throw new Error('no') }); print('goes on')`)).toBe('goes on;')
  expect(await run(`await fillCompileCache(async () => print('filled'))`)).toBe('filled;')
})

it('is left out where nothing can be written', async () => {
  const withoutFolder = `process.getBuiltinModule('fs').rmSync(getCompileCacheDir(), { recursive: true })`
  expect(await run(`${withoutFolder}; await fillCompileCache(async () => print('filled'))`)).toBe('')
})

it('leaves a start nothing to strip of its types', { timeout: 120_000 }, async () => {
  const strips = `process.moduleLoadList.some((name) => name.includes('deps/amaro'))`
  const loadAll = `(await import('./server/load-all.ts')).loadAll()`
  expect(await run(`await fillCompileCache(async () => ${loadAll}); print(${strips})`)).toBe('true;')
  const start = `await import('./server/main.ts'); await import('./server/app.ts')`
  expect(await run(`${start}; print(${strips})`)).toBe('false;')
})
