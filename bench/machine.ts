import { version as productVersion } from '#server/config/version.ts'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, cpus, release, totalmem, type } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Returns the machine and the versions of the measurement. */
export function machine(postgres: string) {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()} ${arch()}`,
    node: process.version,
    postgres,
    mothlight: productVersion,
    commit: commit(),
    ...Object.fromEntries(['fastify', 'pg', 'autocannon'].map((name) => [name, versionOf(name)])),
  }
}

/** Returns the commit that is checked out, with `+` when files differ from it; undefined outside a repository. */
function commit(): string | undefined {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+')
  } catch {
    return undefined
  }
}

function versionOf(name: string): string {
  const main = createRequire(import.meta.url).resolve(name)
  for (let folder = dirname(main); folder !== dirname(folder); folder = dirname(folder)) {
    const found = packageAt(join(folder, 'package.json'))
    if (found?.name === name) return found.version
  }
  return 'unknown'
}

function packageAt(file: string): { name: string; version: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { name: string; version: string }
  } catch {
    return undefined
  }
}
