import type { Logger } from '#server/config/log.ts'
import type { Database } from '#server/db/database.ts'
import { knownInstallation, madeInstallation } from '#server/db/installation.ts'
import type { Position } from '#server/events/relay.ts'
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { SimilarIndex } from './engine/similar-index.ts'
import { eventAt } from './changed-bugs.ts'

const fileName = 'similar.index'
const format = 1
const headEnd = 0x0a
/** The first line is never longer, in bytes. */
const longestHead = 1000
/** What a process left behind that ended while it wrote may go after so long, in milliseconds. */
const leftoverAge = 3_600_000

/** The first line of the file: which database it is of, and up to where. */
interface Head {
  readonly format: number
  readonly installation: string
  readonly position: Position
  /** What happened at the position: a database that was put back to an earlier day goes on with something else. */
  readonly event: string | null
}

export interface LoadedSnapshot {
  readonly index: SimilarIndex
  /** Changes after it are still to be read. */
  readonly position: Position
}

/** Keeps the index in a file of the data folder, so that the next start need not read every bug. */
export interface SnapshotFile {
  /** @returns undefined when there is none that is whole and of this very database */
  read(): Promise<LoadedSnapshot | undefined>
  /** @param position everything up to there is in the index */
  write(index: SimilarIndex, position: Position): Promise<void>
}

export function snapshotFile(folder: string, { db, inTx }: Pick<Database, 'db' | 'inTx'>, log: Logger): SnapshotFile {
  const path = join(folder, fileName)

  async function read(): Promise<LoadedSnapshot | undefined> {
    await removeLeftovers(folder)
    const file = await open(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') log.warn({ err: error }, 'the snapshot of the similar bugs can’t be read')
      return undefined
    })
    if (!file) return undefined
    try {
      return await readFrom(file)
    } finally {
      await file.close()
    }
  }

  async function readFrom(file: FileHandle): Promise<LoadedSnapshot | undefined> {
    const useless = (why: string) => {
      log.info(`the snapshot of the similar bugs is not used: ${why}`)
      return undefined
    }
    const beginning = await pieceOf(file, 0, longestHead)
    const end = beginning.indexOf(headEnd)
    const head = headOf(beginning.toString('utf8', 0, Math.max(end, 0)))
    if (!head) return useless('it is damaged, or of another version')
    if (head.installation !== (await knownInstallation(db))) return useless('it is of another database')
    if (head.event !== (await eventAt(db, head.position))) return useless('the database has gone another way since')
    const { size } = await file.stat()
    const rest = {
      size: size - end - 1,
      read: (start: number, length: number) => pieceOf(file, end + 1 + start, length),
    }
    const index = await SimilarIndex.load(rest, { pause: () => setImmediate() }).catch(() => undefined)
    return index ? { index, position: head.position } : useless('it is damaged, or of another version')
  }

  async function write(index: SimilarIndex, position: Position): Promise<void> {
    const head: Head = {
      format,
      installation: await inTx(madeInstallation),
      position,
      event: await eventAt(db, position),
    }
    await mkdir(folder, { recursive: true })
    const unfinished = join(folder, `${fileName}.${randomUUID()}`)
    try {
      const file = await open(unfinished, 'wx', 0o600)
      try {
        await file.writeFile(`${JSON.stringify(head)}\n`)
        for (const piece of index.save()) {
          await file.writeFile(piece)
          await setImmediate()
        }
      } finally {
        await file.close()
      }
      await rename(unfinished, path)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  return { read, write }
}

async function pieceOf(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.allocUnsafeSlow(length), position: start })
  return buffer.subarray(0, bytesRead)
}

function headOf(line: string): Head | undefined {
  try {
    const head = JSON.parse(line) as Head
    const isHead =
      head.format === format && /^\d{1,19}$/.test(head.position.tx) && Number.isSafeInteger(head.position.id)
    return isHead ? head : undefined
  } catch {
    return undefined
  }
}

async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((name) => name.startsWith(`${fileName}.`))) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < Date.now() - leftoverAge) await rm(path, { force: true })
  }
}
