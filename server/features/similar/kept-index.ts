import type { Logger } from '#server/config/log.ts'
import type { Db } from '#server/db/database.ts'
import type { EventType } from '#server/events/event.ts'
import type { Relay } from '#server/events/relay.ts'
import { setImmediate, setTimeout } from 'node:timers/promises'
import {
  type IndexedReport,
  SimilarIndex,
  type SimilarQuery,
  type SuggestOptions,
  type Suggestion,
} from './engine/similar-index.ts'
import { PendingChanges } from './pending-changes.ts'
import { groupsBelow, reportsAfter, reportsNamed } from './report-rows.ts'

/** Number of bugs that are read at once. */
const batch = 200
/** Milliseconds of work on the index before other requests are served. */
const longestSlice = 4
/**
 * Milliseconds for which changes are collected while nobody waits for them: reading many takes as long as reading one.
 */
const gathering = 250
/** Milliseconds that an answer waits for changes that are being read. */
const longestWait = 1000
/** The longest pause after a failure, in milliseconds. */
const longestPause = 30_000
const longestAfterDefect = 3_600_000
/** Events that change neither the texts of a bug nor its link to an original nor who may see it. */
const irrelevant: readonly EventType[] = [
  'bug-status-changed',
  'bug-assigned',
  'bug-links-changed',
  'bug-joined',
  'bug-left',
  'bug-duplicate-added',
  'bug-duplicate-removed',
]

type HeardEvent = { readonly type: EventType; readonly subjectId: string }

interface Options {
  readonly db: Db
  readonly relay: Pick<Relay, 'subscribe'>
  readonly log: Logger
  /** Creates an empty index. */
  readonly makeIndex?: () => SimilarIndex
}

/** Thrown when the engine failed, not the database, so that its content can't be trusted. */
class IndexDefect extends Error {}

/**
 * Holds this process's index of all bugs. It is filled from the database in the background and then kept up to date.
 * One loop makes all changes, one batch at a time, and changed bugs come first, so that what it reads is never older
 * than what it holds.
 */
export class KeptIndex {
  readonly #options: Options
  readonly #changes = new PendingChanges()
  readonly #stopping = new AbortController()
  #index: SimilarIndex
  #stage: 'reading' | 'catching up' | 'ready' = 'reading'
  /** The id up to which all bugs have been read. */
  #cursor = ''
  #failures = 0
  #defects = 0
  #began = performance.now()
  #running: Promise<void> | undefined
  #soon: NodeJS.Timeout | undefined
  /** Number of callers that wait for changes. */
  #waiting = 0

  constructor(options: Options) {
    this.#options = options
    this.#index = this.#newIndex()
    options.relay.subscribe(this.follow)
    this.#wake()
  }

  /** False while bugs are still read after the start, or again after a failure. */
  get isReady(): boolean {
    return this.#stage === 'ready'
  }

  /** The number of bugs in the index. */
  get size(): number {
    return this.#index.size
  }

  /**
   * Receives what this process has committed. It is read when a caller waits for it, or when the relay reports it too,
   * shortly afterwards; in most cases only once.
   */
  readonly expect = (events: readonly HeardEvent[]): void => this.#changes.note(changedBugs(events))

  /** Receives committed events; returns at once. */
  readonly follow = (events: readonly HeardEvent[]): void => this.note(changedBugs(events))

  /** Schedules these bugs for reading. */
  note(ids: Iterable<string>): void {
    this.#changes.note(ids)
    if (this.#changes.size === 0) return
    if (this.isReady) this.#wakeSoon()
    else this.#wake()
  }

  /** Resolves when the index contains everything that this process had received, or after a second. */
  async upToDate(): Promise<void> {
    if (this.#stopping.signal.aborted) return
    this.#waiting++
    if (this.#changes.size > 0) this.#wake()
    const waiting = new AbortController()
    const late = setTimeout(longestWait, undefined, { ref: false, signal: waiting.signal }).catch(() => {})
    await Promise.race([this.#changes.settled(), late])
    this.#waiting--
    waiting.abort()
  }

  /** Returns the likeliest duplicates; undefined when the index is not ready or has failed. */
  suggest(query: SimilarQuery, options: SuggestOptions): Suggestion[] | undefined {
    if (!this.isReady) return undefined
    try {
      return this.#index.suggest(query, options)
    } catch (error) {
      this.#options.log.error({ err: error }, 'the index of similar bugs could not answer')
      return undefined
    }
  }

  /** Stops after the batch that is being read. */
  async stop(): Promise<void> {
    clearTimeout(this.#soon)
    this.#stopping.abort()
    await this.#running
  }

  #wake(): void {
    if (this.#stopping.signal.aborted) return
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined
      // What was noted since the last pass.
      if (this.#changes.size === 0) return
      if (this.#waiting > 0) this.#wake()
      else this.#wakeSoon()
    })
  }

  #wakeSoon(): void {
    this.#soon ??= globalThis
      .setTimeout(() => {
        this.#soon = undefined
        this.#wake()
      }, gathering)
      .unref()
  }

  async #work(): Promise<void> {
    for (let isFirst = true; !this.#stopping.signal.aborted && this.#hasWork(isFirst); isFirst = false) {
      try {
        await this.#step()
        this.#failures = 0
      } catch (error) {
        if (this.#stopping.signal.aborted) return
        await this.#pause(error instanceof IndexDefect ? this.#afterDefect(error) : this.#afterFailure(error))
      }
    }
  }

  #hasWork(isFirst: boolean): boolean {
    if (!this.isReady) return true
    const { size } = this.#changes
    return size > 0 && (isFirst || this.#waiting > 0 || size >= batch)
  }

  /** Logs a failure of the database. @returns how long to wait */
  #afterFailure(error: unknown): number {
    if (this.#failures === 0) {
      this.#options.log.warn({ err: error }, 'bugs could not be read for the similar bugs; trying again')
    }
    return Math.min(longestPause, 250 * 2 ** this.#failures++)
  }

  /**
   * Starts with an empty index after a defect, later each time, because filling it is expensive. @returns how long to
   * wait
   */
  #afterDefect({ cause }: IndexDefect): number {
    this.#options.log.error({ err: cause }, 'the index of similar bugs failed; reading all bugs again')
    this.#empty()
    return Math.min(longestAfterDefect, 1000 * 4 ** this.#defects++)
  }

  async #pause(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds, undefined, { ref: false, signal: this.#stopping.signal }).catch(() => {})
  }

  async #step(): Promise<void> {
    if (this.#changes.size > 0) return this.#readChanges()
    if (this.#stage === 'reading') return this.#readOn()
    this.#stage = 'ready'
    const seconds = Math.round((performance.now() - this.#began) / 100) / 10
    this.#options.log.info({ bugs: this.#index.size, seconds }, 'similar bugs are ready')
  }

  async #readOn(): Promise<void> {
    const reports = await reportsAfter(this.#options.db, this.#cursor, batch)
    await this.#inSlices(reports, (report) => this.#index.put(report))
    this.#cursor = reports.at(-1)?.id ?? this.#cursor
    if (reports.length < batch) this.#stage = 'catching up'
  }

  async #readChanges(): Promise<void> {
    const ids = this.#changes.take(batch)
    try {
      const { db } = this.#options
      const reports = new Map<string, IndexedReport>()
      for (const report of await reportsNamed(db, ids)) reports.set(report.id, report)
      const others = await groupsBelow(db, ids)
      await this.#inSlices(ids, (id) => {
        const report = reports.get(id)
        if (report) this.#index.put(report)
        else this.#index.remove(id)
      })
      await this.#inSlices(others, ({ id, group }) => this.#index.setGroup(id, group))
    } catch (error) {
      this.#changes.failed()
      throw error
    }
    this.#changes.done()
  }

  /** Applies many items to the index, and yields to other work in between. @throws IndexDefect when the engine fails */
  async #inSlices<T>(items: readonly T[], act: (item: T) => void): Promise<void> {
    let since = performance.now()
    for (const item of items) {
      try {
        act(item)
      } catch (error) {
        throw new IndexDefect('The index of similar bugs failed.', { cause: error })
      }
      if (performance.now() - since < longestSlice) continue
      await setImmediate()
      since = performance.now()
    }
  }

  #newIndex(): SimilarIndex {
    return this.#options.makeIndex?.() ?? new SimilarIndex()
  }

  #empty(): void {
    this.#index = this.#newIndex()
    this.#cursor = ''
    this.#began = performance.now()
    this.#stage = 'reading'
  }
}

/** Returns the bugs that some of the events may have changed for the index, each once. */
function changedBugs(events: readonly HeardEvent[]): Set<string> {
  const relevant = events.filter(({ type }) => type.startsWith('bug-') && !irrelevant.includes(type))
  return new Set(relevant.map(({ subjectId }) => subjectId))
}
