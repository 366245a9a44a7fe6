import { CallError } from '#web/lib/call-error.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { fileSize } from './file-size.ts'
import type { ShownFile } from './file-source.ts'
import type { Sending } from './send-file.ts'

/** Number of files that are sent at the same time; the others wait. */
const atOnce = 3

/** A file that was chosen and is not in the text yet. */
export interface Upload {
  readonly key: number
  readonly name: string
  readonly bytes: number
  /** Sent bytes; undefined while it waits. */
  readonly sent: number | undefined
  readonly failure: { readonly text: string; /** Another try may help. */ readonly canRetry: boolean } | undefined
}

type SendFile = (file: File, sending: Sending) => Promise<ShownFile>

interface Job extends Upload {
  readonly file: File
  readonly done: (attachment: ShownFile | undefined) => void
  readonly stop?: AbortController
}

/** The uploads of one field. Each can be cancelled, and tried again when it failed. */
export class Uploads {
  readonly #send: SendFile
  #jobs: readonly Job[] = []
  #lastKey = 0
  readonly #listeners = new Set<() => void>()

  constructor(send: SendFile) {
    this.#send = send
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly visible = (): readonly Upload[] => this.#jobs

  /**
   * Sends a file, or reports at once why it can't be sent.
   * @param maxBytes that the server accepts
   * @returns undefined when it was cancelled or given up
   */
  add(file: File, maxBytes: number): Promise<ShownFile | undefined> {
    const { promise, resolve } = Promise.withResolvers<ShownFile | undefined>()
    const problem = problemOf(file, maxBytes)
    const key = ++this.#lastKey
    const failure = problem === undefined ? undefined : { text: problem, canRetry: false }
    this.#publish([
      ...this.#jobs,
      { key, name: file.name, bytes: file.size, sent: undefined, failure, file, done: resolve },
    ])
    this.#sendNext()
    return promise
  }

  /** Cancels an upload, or removes the message of a failed one. */
  readonly drop = (key: number): void => {
    const job = this.#jobs.find((candidate) => candidate.key === key)
    if (job) this.#end(job, undefined)
    job?.stop?.abort()
  }

  readonly retry = (key: number): void => {
    this.#change(key, { failure: undefined, sent: undefined })
    this.#sendNext()
  }

  readonly dropAll = (): void => {
    for (const { key } of this.#jobs) this.drop(key)
  }

  /** Removes the messages of refused files; those that another try may help stay. */
  readonly dropRefused = (): void => {
    for (const { key, failure } of this.#jobs) if (failure && !failure.canRetry) this.drop(key)
  }

  #sendNext(): void {
    const sending = this.#jobs.filter(({ stop }) => stop !== undefined).length
    const waiting = this.#jobs.filter(({ stop, failure }) => stop === undefined && failure === undefined)
    for (const job of waiting.slice(0, Math.max(0, atOnce - sending))) void this.#run(job)
  }

  async #run(job: Job): Promise<void> {
    const stop = new AbortController()
    this.#change(job.key, { sent: 0, stop })
    try {
      const onProgress = (sent: number) => this.#change(job.key, { sent })
      this.#end(job, await this.#send(job.file, { onProgress, signal: stop.signal }))
    } catch (error) {
      const failure = { text: textOf(error), canRetry: true }
      if (!stop.signal.aborted) this.#change(job.key, { failure, sent: undefined, stop: undefined })
    }
    this.#sendNext()
  }

  #end(job: Job, attachment: ShownFile | undefined): void {
    this.#publish(this.#jobs.filter(({ key }) => key !== job.key))
    job.done(attachment)
  }

  #change(key: number, change: { [K in keyof Job]?: Job[K] | undefined }): void {
    this.#publish(this.#jobs.map((job) => (job.key === key ? ({ ...job, ...change } as Job) : job)))
  }

  #publish(jobs: readonly Job[]): void {
    this.#jobs = jobs
    for (const listener of this.#listeners) listener()
  }
}

/** Returns why a file need not be sent at all. */
function problemOf({ size }: File, maxBytes: number): string | undefined {
  if (size === 0) return 'This file is empty.'
  if (size > maxBytes) return `Too large: files may have up to ${fileSize(maxBytes)}.`
  return undefined
}

/** Codes for which the server's own sentence is shown. */
const saidByServer = new Set(['too-large', 'too-many-requests', 'invalid-input', 'unavailable'])

function textOf(error: unknown): string {
  const isSaid = error instanceof CallError && saidByServer.has(error.code)
  return isSaid ? error.message : explainError(error).explanation
}
