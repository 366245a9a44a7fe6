import type { TrackerClient } from './http/tracker-client.ts'
import type { Findings } from './findings.ts'
import type { LinkTarget } from './mapping.ts'
import type { Markup } from './markup/context.ts'
import type { TrackerIssue } from './tracker-issue.ts'

export interface SourceOptions {
  readonly findings: Findings
  /** Returns what the tracker's words for a link mean. */
  readonly linkFor: (words: string) => LinkTarget
  /** How the texts are written, where the tracker does not say. */
  readonly markup: Markup | undefined
  /** Only what changed since is read. */
  readonly since: Date | undefined
  /** Told of a line of a file that can't be read. */
  readonly onBadLine: (line: number) => void
  /** Returns the folder of an export's files until they are stored; only who has files asks for it. */
  readonly folder: () => Promise<string>
}

/** A tracker whose issues can be read. */
export interface Source {
  readonly name: string
  /** Returns the address that the token is for. @throws TrackerError for one that names nothing to import */
  baseOf(address: URL): URL
  /** Returns the headers that hold the token. */
  credentials(token: string): Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Reads issues from the tracker's REST interface, oldest first. */
  fromRest(client: TrackerClient, address: URL, options: SourceOptions): AsyncIterable<TrackerIssue>
  /** Reads issues from a file that the tracker wrote. */
  fromFile(chunks: AsyncIterable<Buffer>, options: SourceOptions): AsyncIterable<TrackerIssue>
}

/** Runs `work` for items in their order, and begins with the next ones while earlier ones are awaited. */
export async function* mapAhead<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  ahead: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = []
  for await (const item of items) {
    const promise = work(item)
    // Thrown where it is awaited; meanwhile nobody listens.
    promise.catch(() => undefined)
    running.push(promise)
    const first = running.length >= ahead ? running.shift() : undefined
    if (first) yield await first
  }
  for (const promise of running) yield await promise
}
