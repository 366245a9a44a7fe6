import { ensureWebClient } from '#server/http/web-build.ts'
import { loginStatus } from '#shared/auth/contract.ts'
import { paths } from '#web/lib/paths.ts'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

/** Most JavaScript that a screen needs together with the shell, in kB as gzip sends them. */
const budgets = [
  ['the shell, which is also Home', paths.home, 163],
  ['the list', paths.bugList, 239],
  ['the page of a bug', paths.viewBug('0123456789abcdef01234567'), 228],
  ['the report form', paths.reportBug, 208],
] as const

/** Most styles of the first screen, in the same bytes. */
const stylesBudget = 15 * 1000

/** Screens that are opened from outside. */
const id = '0123456789abcdef01234567'
const addresses = [
  ...[paths.login, paths.register, paths.bugList, paths.viewBug(id), paths.bugAsOf(id, '1'), paths.editMyBug(id)],
  ...[paths.editAnyBug(id), paths.classifyBug(id), paths.reportBug, paths.assignUser(id), paths.userList],
  ...[paths.editUser(id), paths.roles, paths.profile, paths.chat],
]

/**
 * Returns a module and everything that it imports statically; what it loads later (`import(…)`) is not part of the
 * first screen.
 */
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

/** Returns the files that the page requests at once at an address. */
function filesAhead(page: string, address: string): string[] {
  const table = /<script type="application\/json" id="code-ahead">([^<]*)<\/script>/.exec(page)?.[1] ?? ''
  const { screens, files } = JSON.parse(table) as { screens: [string, number[]][]; files: string[] }
  const own = screens.find(([path]) => new RegExp(path).test(address))?.[1] ?? []
  return own.map((index) => files[index] ?? '')
}

it.each(budgets)('%s (%s) needs at most %i kB of compressed JavaScript', async (_name, address, budget) => {
  const directory = await ensureWebClient(resolve(import.meta.dirname, '../..'), () => {})
  const page = await readFile(join(directory, 'index.html'), 'utf8')
  const shell = [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path = '']) => path)
  expect(shell.length).toBeGreaterThan(0)
  const own = filesAhead(page, address).filter((file) => file.endsWith('.js'))
  expect(own.length > 0).toBe(address !== paths.home)
  const needed = new Map<string, number>()
  for (const file of [...shell, ...own]) await withImports(directory, file, needed)
  const total = [...needed.values()].reduce((sum, bytes) => sum + bytes, 0)
  expect(total, JSON.stringify([...needed])).toBeLessThan(budget * 1000)
  expect(total).toBeGreaterThan((budget * 1000) / 2)
})

it('each screen’s own code is a few files, and the page names them so that they are asked for at once', async () => {
  const directory = await ensureWebClient(resolve(import.meta.dirname, '../..'), () => {})
  const page = await readFile(join(directory, 'index.html'), 'utf8')
  for (const address of addresses) {
    const named = filesAhead(page, address)
    expect(named.length, address).toBeGreaterThan(0)
    expect(named.length, address).toBeLessThan(16)
    const needed = new Map<string, number>()
    for (const file of named) await withImports(directory, file, needed)
    const first = new Map<string, number>()
    for (const [, path = ''] of page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g))
      await withImports(directory, path, first)
    const unnamed = [...needed.keys()].filter((file) => !named.includes(file) && !first.has(file))
    expect(unnamed, `code of ${address} that is asked for too late`).toEqual([])
  }
})

it('no two files of the client need each other: one of them would run before what it is made of', async () => {
  const assets = join(await ensureWebClient(resolve(import.meta.dirname, '../..'), () => {}), 'assets')
  const files = (await readdir(assets)).filter((file) => file.endsWith('.js'))
  expect(files.length).toBeGreaterThan(20)
  const needed = new Map<string, string[]>()
  for (const file of files) {
    const code = await readFile(join(assets, file), 'utf8')
    needed.set(
      file,
      [...code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(([, name = '']) => name),
    )
  }
  const reachedFrom = (file: string, found = new Set<string>()): Set<string> => {
    for (const next of needed.get(file) ?? []) if (!found.has(next)) reachedFrom(next, found.add(next))
    return found
  }
  expect(files.filter((file) => reachedFrom(file).has(file))).toEqual([])
})

it('the first screen needs at most 15 kB of compressed styles, and the page names them all', async () => {
  const directory = await ensureWebClient(resolve(import.meta.dirname, '../..'), () => {})
  const page = await readFile(join(directory, 'index.html'), 'utf8')
  const first = [...page.matchAll(/<link rel="stylesheet"[^>]* href="\/([^"]+\.css)"/g)].map(([, path = '']) => path)
  expect(first).toHaveLength(1)
  for (const address of [paths.home, paths.login, paths.bugList]) {
    const sheets = [...first, ...filesAhead(page, address).filter((file) => file.endsWith('.css'))]
    const sizes = await Promise.all(
      sheets.map(async (file) => gzipSync(await readFile(join(directory, file)), { level: 9 }).length),
    )
    const total = sizes.reduce((sum, bytes) => sum + bytes, 0)
    expect(total, `${address}: ${sheets.map((file, index) => `${file} ${sizes[index]}`).join(', ')}`).toBeLessThan(
      stylesBudget,
    )
    expect(total).toBeGreaterThan(stylesBudget / 4)
  }
})

it('the page asks who is there by the address of the first call', async () => {
  const directory = await ensureWebClient(resolve(import.meta.dirname, '../..'), () => {})
  const page = await readFile(join(directory, 'index.html'), 'utf8')
  expect(page).toContain(`<link rel="preload" as="fetch" href="${loginStatus.path}" crossorigin`)
})
