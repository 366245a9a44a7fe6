import { type AttachmentStore, contentKey } from '#server/features/attachments/public.ts'
import { DownloadError } from '#server/features/moving-in/public.ts'
import { constants, createWriteStream } from 'node:fs'
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UsageError } from './command.ts'
import { typedPath } from './typed-path.ts'

/** A folder with the content of the files of which lines tell, each under its SHA-256. */
export interface FilesFolder {
  /** Contents that are there, and their bytes. */
  readonly kept: number
  readonly bytes: number
  /** Those that are missing where files are kept. */
  readonly missing: ReadonlySet<string>
  /** Copies content there, in place of a file that has its name already. @returns whether it is there */
  keep(sha256: string): Promise<boolean>
}

/**
 * Creates the folder. Other accounts on this machine can't read it.
 * @param path relative to where the command was typed
 * @param store undefined to write nothing
 */
export async function openFilesFolder(
  path: string,
  store: AttachmentStore['store'],
  { dryRun, signal }: { readonly dryRun: boolean; readonly signal: AbortSignal },
): Promise<FilesFolder> {
  const folder = typedPath(path)
  if (!dryRun) await mkdir(folder, { recursive: true, mode: 0o700 })
  const done = new Map<string, number>()
  const missing = new Set<string>()
  return {
    get kept() {
      return done.size
    },
    get bytes() {
      return [...done.values()].reduce((sum, bytes) => sum + bytes, 0)
    },
    missing,
    keep: async (sha256) => {
      if (done.has(sha256)) return true
      if (missing.has(sha256)) return false
      const content = await store.open(contentKey(sha256))
      if (!content) {
        missing.add(sha256)
        return false
      }
      if (dryRun) content.content.destroy()
      else await written(content.content, join(folder, sha256), signal)
      done.set(sha256, content.bytes)
      return true
    },
  }
}

/** It gets its name only when it is whole. */
async function written(content: Readable, path: string, signal: AbortSignal): Promise<void> {
  const unfinished = `${path}.${process.pid}.unfinished`
  try {
    await pipeline(content, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }), { signal })
    await rename(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Without following a link out of the folder, and without waiting for the writer of a pipe. */
const plainly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

const notPlain = () => new DownloadError('it is no plain file')

/** Returns what opens the files of a folder by their names. @throws UsageError where there is no such folder */
export async function filesOfFolder(path: string): Promise<(name: string | null) => Promise<Readable>> {
  const folder = typedPath(path)
  const found = await lstat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new UsageError(`--files: ${path} is no folder.`)
  return async (name) => {
    if (name === null) throw new DownloadError('the line names no file of the folder')
    const file = await open(join(folder, name), plainly).catch((error: unknown) => {
      const { code = '' } = error as NodeJS.ErrnoException
      if (['ELOOP', 'ENXIO'].includes(code)) throw notPlain()
      throw new DownloadError(code === 'ENOENT' ? 'the folder does not have it' : `it can’t be read (${code})`)
    })
    if (!(await file.stat()).isFile()) {
      await file.close()
      throw notPlain()
    }
    return file.createReadStream()
  }
}
