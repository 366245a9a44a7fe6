import type { MarkdownAnswer } from './markdown-worker.ts'
import type { MarkdownRequest } from './read-markdown.ts'
import type { TreeNode } from './tree.ts'

/** What came of a text: its tree, or that it stays plain. */
export type Reading = TreeNode | 'plain'

interface Job {
  readonly request: MarkdownRequest
  readonly onRead: (reading: Reading) => void
}

/** How long one text may be read, in milliseconds. Texts of people and programs take a hundredth of it. */
const deadline = 2_000
/** How long the worker may take to come, over a slow network. */
const patience = 20_000
/** Texts whose reading is remembered. */
const mostKnown = 60

const known = new Map<string, Reading>()
const waiting: Job[] = []
let worker: Promise<Worker> | undefined
let isBusy = false

/** What is known of a text, if it was read before. */
export function knownReading(request: MarkdownRequest): Reading | undefined {
  return known.get(keyOf(request))
}

/**
 * Has a text read in a worker, the shortest of those that wait first, so that nobody waits for texts that take longest.
 * One that takes longer than the deadline stays plain. Where no worker can be had, nothing is said of it.
 * @returns what takes the request back
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
    // Those that begin to wait in the same task are compared too.
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

/** @returns undefined where there is no worker */
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

/** @throws Error where no worker can be had */
async function startWorker(): Promise<Worker> {
  const started = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' })
  const failure = new Promise<undefined>((resolve) => {
    started.addEventListener('error', () => resolve(undefined), { once: true })
  })
  if (await inTime(Promise.race([next(started), failure]), patience)) return started
  started.terminate()
  throw new Error('The worker that reads Markdown could not be started.')
}

/** The next message of a worker. */
function next<T>(from: Worker): Promise<T> {
  return new Promise((resolve) => {
    from.addEventListener('message', ({ data }: MessageEvent<T>) => resolve(data), { once: true })
  })
}

/** What comes within so many milliseconds; undefined where nothing does. */
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
