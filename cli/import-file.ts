import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { ImportFileError } from '#server/features/imports/public.ts'
import { typedPath } from './typed-path.ts'

/** A file to import; counts what was read of it. */
export interface ImportFile {
  /** Bytes; undefined for standard input. */
  readonly size: number | undefined
  /** Bytes read so far. */
  readonly read: number
  chunks(): AsyncIterable<Buffer>
}

const why: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this account may not read it',
  EISDIR: 'it is a folder',
}

/**
 * Checks whether a file can be read, before anything is started for it.
 * @param path relative to where the command was typed, or `-`, which stands for `stdin`
 * @throws ImportFileError saying why it can't
 */
export async function openImportFile(path: string, stdin: () => NodeJS.ReadableStream): Promise<ImportFile> {
  if (path === '-') return new CountedFile('standard input', undefined, stdin)
  const absolute = typedPath(path)
  try {
    const found = await stat(absolute)
    if (found.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
    await access(absolute, constants.R_OK)
    return new CountedFile(path, found.size, () => createReadStream(absolute, { highWaterMark: 256 * 1024 }))
  } catch (error) {
    throw unreadable(path, error)
  }
}

function unreadable(path: string, error: unknown): ImportFileError {
  const { code = '', message } = error as NodeJS.ErrnoException
  return new ImportFileError(`${path} can’t be read: ${why[code] ?? message}.`, { cause: error })
}

class CountedFile implements ImportFile {
  readonly size: number | undefined
  read = 0
  readonly #path: string
  readonly #open: () => NodeJS.ReadableStream

  constructor(path: string, size: number | undefined, open: () => NodeJS.ReadableStream) {
    this.#path = path
    this.size = size
    this.#open = open
  }

  async *chunks(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of this.#open()) {
        this.read += chunk.length
        yield chunk as Buffer
      }
    } catch (error) {
      throw unreadable(this.#path, error)
    }
  }
}
