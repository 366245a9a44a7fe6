import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** A package in package-lock.json. */
export interface LockedPackage {
  /** Its path, e.g. `node_modules/a/node_modules/b`. */
  readonly path: string
  readonly name: string
  readonly version: string
  readonly license: string | undefined
  readonly hasInstallScript: boolean
  /** Only needed to build and test. */
  readonly isDev: boolean
  /** Names of its dependencies, including those that are missing on some platforms. */
  readonly asksFor: readonly string[]
}

interface LockEntry {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly hasInstallScript?: boolean
  readonly dev?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Returns every package of the lock file, for any machine. */
export function lockedPackages(): LockedPackage[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockEntry>>
  }
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({
      path,
      name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version ?? '',
      license: entry.license,
      hasInstallScript: entry.hasInstallScript === true,
      isDev: entry.dev === true,
      asksFor: Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies }),
    }))
}

/** Returns the packages of a release: those of the server, and those that are built into the web client. */
export async function shippedPackages(): Promise<LockedPackage[]> {
  const all = lockedPackages()
  const byPath = new Map(all.map((one) => [one.path, one]))
  const shipped = new Set(all.filter(({ isDev }) => !isDev))
  const waiting = (await importedByWeb()).flatMap((name) => byPath.get(`node_modules/${name}`) ?? [])
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (shipped.has(one) && one.isDev) continue
    shipped.add(one)
    if (one.isDev) waiting.push(...one.asksFor.flatMap((name) => found(byPath, one.path, name) ?? []))
  }
  return [...shipped].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Finds a package as Node does from within another one: beside it, or further up. */
function found(byPath: ReadonlyMap<string, LockedPackage>, from: string, name: string): LockedPackage | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const one = byPath.get(`${place}${place ? '/' : ''}node_modules/${name}`)
    if (one || place === '') return one
  }
}

/** Packages that build the client and are not part of any page. */
const buildsWith = /^(vite|@vitejs\/.*)$/

/** Returns the packages that the web client's own sources import. */
async function importedByWeb(): Promise<string[]> {
  const names = new Set<string>()
  for (const folder of ['web', 'shared']) {
    for (const file of await readdir(join(root, folder), { recursive: true })) {
      if (!/\.(tsx?|css)$/.test(file) || /\.test\.tsx?$|vite\.config/.test(file)) continue
      const source = await readFile(join(root, folder, file), 'utf8')
      for (const [, name = ''] of source.matchAll(/(?:from|import|import\()\s*['"]((?:@[\w.-]+\/)?[\w.-]+)/g))
        names.add(name)
    }
  }
  return [...names].filter((name) => !buildsWith.test(name) && !builtinModules.includes(name)).toSorted()
}
