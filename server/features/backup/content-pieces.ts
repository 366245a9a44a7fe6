import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { BackupError } from './backup-error.ts'
import type { ContentLine } from './export-lines.ts'
import { wrong } from './read-export.ts'

/** Takes the whole content of one file. @throws when it is not what `sha256` says, or can't be kept */
export type TakeContent = (sha256: string, content: AsyncIterable<Buffer>) => Promise<void>

/** Puts the pieces of files together, one file after the other, without keeping one in memory. */
export class ContentPieces {
  readonly #take: TakeContent
  #file:
    { readonly sha256: string; readonly stream: PassThrough; readonly taken: Promise<void>; parts: number } | undefined

  constructor(take: TakeContent) {
    this.#take = take
  }

  async add({ sha256, part, isLast, base64, isDamaged }: ContentLine, line: number): Promise<void> {
    if (!this.#file && part === 0) {
      const stream = new PassThrough()
      const taken = this.#take(sha256, stream)
      taken.catch(() => undefined)
      this.#file = { sha256, stream, taken, parts: 0 }
    }
    const file = this.#file
    if (!file || file.sha256 !== sha256 || file.parts++ !== part)
      throw wrong(line, 'a piece of a file is missing before it')
    if (!file.stream.write(Buffer.from(base64, 'base64')) && !isLast) {
      await Promise.race([once(file.stream, 'drain'), file.taken])
    }
    if (!isLast) return
    if (isDamaged) return this.abandon()
    file.stream.end()
    this.#file = undefined
    await file.taken
  }

  /** @throws BackupError when the last file is not complete */
  end(line: number): void {
    if (this.#file) throw wrong(line, 'a piece of a file is missing before it')
  }

  /** Gives up the file that is under way. */
  async abandon(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    file?.stream.destroy()
    await file?.taken.catch(() => undefined)
  }
}

/** Looks at the content of a file, and keeps nothing. */
export const checkContent: TakeContent = async (sha256, content) => {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  if (hash.digest('hex') !== sha256) throw new BackupError(`The file is damaged: the attached file ${sha256}.`)
}
