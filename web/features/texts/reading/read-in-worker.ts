import type { MarkdownAnswer } from './markdown-worker.ts'
import type { MarkdownRequest } from './read-markdown.ts'
import type { TreeNode } from './tree.ts'

/** The result for a text: its tree, or that it stays plain. */
export type Reading = TreeNode | 'plain'

interface Job {
  readonly request: MarkdownRequest
  readonly onRead: (reading: Reading) => void
}

/** Milliseconds for parsing one text. Texts of people and programs take a hundredth of it. */
const deadline = 2_000
/** Milliseconds for loading the worker over a slow network. */
const workerTimeout = 20_000
/** Most texts whose result is cached. */
const mostKnown = 60

const known = new Map<string, Reading>()
const waiting: Job[] = []
let worker: Promise<Worker> | undefined
let isBusy = false

/** Returns the cached result of a text. */
export function knownReading(request: MarkdownRequest): Reading | undefined {
  return known.get(keyOf(request))
}

/**
 * Parses a text in a worker. Of several waiting texts the shortest is first, so that none waits for the slowest ones. A
 * text that takes longer than the deadline stays plain. Without a worker, `onRead` is not called.
 * @returns a function that cancels the request
 */
export function readInWorker(request: MarkdownRequest, onRead: (reading: Reading) => void): () => void {
  const job = { request, onRead }
  waiting.push(job)
  void readNext()
  return () => {
    const index = waiting.indexOf(job)
    if (index !== -1) waiting.splice(index, 1)
  }
}

async function readNext(): Promise<void> {
  if (isBusy) return
  isBusy = true
  for (;;) {
    // Includes the requests of the same task in the comparison.
    await Promise.resolve()
    waiting.sort((one, other) => other.request.text.length - one.request.text.length)
    const job = waiting.pop()
    if (!job) break
    const { request, onRead } = job
    const reading = knownReading(request) ?? (await readOne(request))
    if (reading !== undefined) onRead(reading)
  }
  isBusy = false
}

/** Parses one text; undefined where there is no worker. */
async function readOne(request: MarkdownRequest): Promise<Reading | undefined> {
  const reader = await (worker ??= startWorker()).catch(() => undefined)
  if (!reader) {
    worker = undefined
    return undefined
  }
  const answer = next<MarkdownAnswer>(reader)
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
  reader.postMessage(request)
  const read = await inTime(answer, deadline)
  if (!read) {
    reader.terminate()
    worker = undefined
  }
  const reading = read?.tree ?? 'plain'
  remember(keyOf(request), reading)
  return reading
}

/** Starts a worker. @throws Error where that is impossible */
async function startWorker(): Promise<Worker> {
  const started = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' })
  const failure = new Promise<undefined>((resolve) => {
    started.addEventListener('error', () => resolve(undefined), { once: true })
  })
  if (await inTime(Promise.race([next(started), failure]), workerTimeout)) return started
  started.terminate()
  throw new Error('The worker that reads Markdown could not be started.')
}

/** Resolves with the next message of a worker. */
function next<T>(from: Worker): Promise<T> {
  return new Promise((resolve) => {
    from.addEventListener('message', ({ data }: MessageEvent<T>) => resolve(data), { once: true })
  })
}

/** Resolves with the result of a promise, or with undefined after so many milliseconds. */
async function inTime<T>(coming: Promise<T>, limit: number): Promise<T | undefined> {
  let late: ReturnType<typeof setTimeout> | undefined
  const end = new Promise<undefined>((resolve) => (late = setTimeout(() => resolve(undefined), limit)))
  return Promise.race([coming, end]).finally(() => clearTimeout(late))
}

function remember(key: string, reading: Reading): void {
  known.set(key, reading)
  for (const oldest of known.keys()) {
    if (known.size <= mostKnown) return
    known.delete(oldest)
  }
}

function keyOf(request: MarkdownRequest): string {
  return JSON.stringify([request.asSteps, request.mentions, request.text])
}
