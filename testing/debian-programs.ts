import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { promisify } from 'node:util'

const folders = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin']

/**
 * Finds programs, and installs missing ones on Debian as root.
 * @param programs names of programs, with the package of each
 * @returns where they are, or why the tests that need them can't run
 */
export async function programs<N extends string>(
  programs: Readonly<Record<N, string>>,
): Promise<{ readonly paths: Readonly<Record<N, string>>; readonly missing: string | undefined }> {
  const names = Object.keys(programs) as N[]
  const packages = names.filter((name) => !pathOf(name)).map((name) => programs[name])
  if (packages.length > 0) await install(packages)
  const paths = Object.fromEntries(names.map((name) => [name, pathOf(name) ?? ''])) as Record<N, string>
  const missing = names.filter((name) => !paths[name])
  return { paths, missing: missing.length > 0 ? `not installed: ${missing.join(', ')}` : undefined }
}

function pathOf(program: string): string | undefined {
  return folders
    .map((folder) => `${folder}/${program}`)
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

async function install(packages: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0 || !pathOf('apt-get')) return
  const run = promisify(execFile)
  // Runlevel 1 keeps the packages' services from starting.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const options = ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120']
  await run('apt-get', ['update', '-qq'], { env }).catch(() => {})
  await run('apt-get', ['install', ...options, ...packages], { env }).catch(() => {})
}
