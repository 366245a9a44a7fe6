import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

/** Thrown when the web client can't be built; `message` says what to do. */
export class WebBuildError extends Error {}

const gzip = promisify(zlib.gzip)
const brotliCompress = promisify(zlib.brotliCompress)

/** The sources of the web client, beside its own folder. */
const sources = ['web', 'shared', 'package-lock.json']

/**
 * Builds the web client when it is missing or older than its sources. Without the build tools (an installation without
 * the development packages) the existing build is used.
 * @param root the project's folder
 * @param onProgress called when a build starts
 * @returns the folder to serve
 * @throws WebBuildError
 */
export async function ensureWebClient(root: string, onProgress: (what: string) => void): Promise<string> {
  const directory = join(root, 'dist', 'web')
  const stampFile = join(directory, '.sources')
  const built = await readFile(stampFile, 'utf8').catch(() => undefined)
  const vite = findVite(root)
  if (!vite) {
    if (built !== undefined) return directory
    throw new WebBuildError('The web client is not built and the build tools are not installed; run npm ci.')
  }
  const current = await fingerprint(root)
  if (built === current) return directory
  onProgress('building the web client')
  // In a folder of its own, so that two builds at the same time don't disturb each other.
  const fresh = `${directory}-${randomUUID()}`
  try {
    await run(vite, root, fresh)
    await compressFiles(join(fresh, 'assets'))
    await writeFile(join(fresh, '.sources'), current)
    await replace(directory, fresh)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return directory
}

/** Replaces one folder by another. A process that does the same at the same time has built the same content. */
async function replace(directory: string, fresh: string): Promise<void> {
  const old = `${fresh}-old`
  await rename(directory, old).catch(ignore('ENOENT'))
  await rename(fresh, directory).catch(ignore('ENOTEMPTY', 'EEXIST'))
  await rm(old, { recursive: true, force: true })
}

const ignore =
  (...codes: readonly string[]) =>
  (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error
  }

function findVite(root: string): string | undefined {
  try {
    const require = createRequire(join(root, 'package.json'))
    return join(require.resolve('vite/package.json'), '..', 'bin', 'vite.js')
  } catch {
    return undefined
  }
}

async function fingerprint(root: string): Promise<string> {
  const hash = createHash('sha256')
  for (const file of (await Promise.all(sources.map((source) => filesIn(root, source)))).flat().toSorted()) {
    hash
      .update(file)
      .update('\0')
      .update(await readFile(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

async function filesIn(root: string, source: string): Promise<string[]> {
  if (source.endsWith('.json')) return [source]
  const entries = await readdir(join(root, source), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}

/** Writes compressed copies of the static files, so that no request pays for compressing. */
async function compressFiles(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!/\.(js|css|svg)$/.test(name)) continue
    const content = await readFile(join(directory, name))
    await writeFile(join(directory, `${name}.gz`), await gzip(content, { level: 9 }))
    await writeFile(join(directory, `${name}.br`), await brotliCompress(content))
  }
}

/** Runs the build in a process of its own, so that the server's memory keeps nothing of it. */
async function run(vite: string, root: string, into: string): Promise<void> {
  const options = ['--config', 'web/vite.config.ts', '--logLevel', 'warn', '--outDir', into, '--emptyOutDir']
  const child = spawn(process.execPath, [vite, 'build', ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new WebBuildError(`The web client can’t be built:\n${output.trim()}`)
}
