import { BackupError } from '#server/features/backup/public.ts'
import { typedPath } from '#cli/typed-path.ts'
import { link, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Writable } from 'node:stream'

/** A file that gets its name only when it is complete. Other accounts on this machine can't read it. */
export interface OutputFile {
  readonly out: Writable
  /** Completes the file and gives it its name. */
  keep(): Promise<void>
  /** Removes the file. */
  discard(): Promise<void>
  /** Returns an error with one sentence for a failure of this file; any other error unchanged. */
  explained(error: unknown): unknown
}

const why: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'its folder is a file',
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'this account has no space left there',
  EIO: 'the disk has a fault',
  EFBIG: 'the disk does not take files of that size',
  EPIPE: 'whoever read it has ended',
}

/** Returns the error for a file that can't be written. */
function unwritable(path: string, error: unknown): BackupError {
  const { code = '', message } = error as NodeJS.ErrnoException
  return new BackupError(`${path} can’t be written: ${why[code] ?? message}; nothing was left behind.`, {
    cause: error,
  })
}

/**
 * Creates a file under a temporary name beside its own.
 * @param path relative to where the command was typed; `-` is `stdout`
 * @throws BackupError when it exists already, or can't be written
 */
export async function openOutputFile(path: string, stdout: Writable): Promise<OutputFile> {
  if (path === '-') return standardOutput(stdout)
  const absolute = typedPath(path)
  const taken = () => new BackupError(`${path} is there already: name another file, or move it away first.`)
  if (await exists(absolute)) throw taken()
  const unfinished = `${absolute}.${process.pid}.unfinished`
  const file = await open(unfinished, 'wx', 0o600).catch((error: unknown) => {
    throw unwritable(path, error)
  })
  // Closed and flushed to the disk before it reports completion.
  const out = file.createWriteStream({ flush: true })
  return {
    out,
    keep: async () => {
      try {
        await giveName(unfinished, absolute)
        await syncFolder(dirname(absolute))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? taken() : unwritable(path, error)
      }
    },
    discard: async () => {
      out.destroy()
      await file.close().catch(() => undefined)
      await rm(unfinished, { force: true })
    },
    explained: (error) => (isOfFile(error) ? unwritable(path, error) : error),
  }
}

/** Creates the file of an export, or what stands for one where nothing is written. @throws as `openOutputFile` */
export async function openTarget(path: string, dryRun: boolean, stdout: Writable): Promise<OutputFile> {
  if (!dryRun) return openOutputFile(path, stdout)
  const out = new Writable({ write: (_chunk, _encoding, done) => done() })
  return { out, keep: async () => {}, discard: async () => {}, explained: (error) => error }
}

/**
 * Returns whether an error is about the file. These commands only write to the disk; a lost connection has other codes.
 */
function isOfFile(error: unknown): boolean {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  return syscall !== undefined && ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS'].includes(code)
}

function standardOutput(stdout: Writable): OutputFile {
  return {
    out: stdout,
    keep: async () => {},
    discard: async () => {},
    explained: (error) =>
      isOfFile(error) || (error as NodeJS.ErrnoException).code === 'EPIPE'
        ? unwritable('Standard output', error)
        : error,
  }
}

/** Gives the file its name. If another process has created a file of that name meanwhile, that file stays. */
async function giveName(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
    await rm(from)
  } catch (error) {
    // Some file systems have no links.
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'].includes(code)) throw error
    await rename(from, to)
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
