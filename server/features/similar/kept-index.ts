import { giveBackMemory } from '#server/config/give-back-memory.ts'
import type { Logger } from '#server/config/log.ts'
import type { Db } from '#server/db/database.ts'
import type { EventType } from '#server/events/event.ts'
import type { Position, Relay } from '#server/events/relay.ts'
import { setTimeout } from 'node:timers/promises'
import { changedBugs, changedSince } from './changed-bugs.ts'
import {
  type IndexedReport,
  SimilarIndex,
  type SimilarQuery,
  type SuggestOptions,
  type Suggestion,
} from './engine/similar-index.ts'
import { inTurns, IndexDefect } from './in-turns.ts'
import { PendingChanges } from './pending-changes.ts'
import { countBugs, groupsBelow, reportsAfter, reportsNamed } from './report-rows.ts'
import type { SnapshotFile } from './snapshot-file.ts'
import { SnapshotSaving } from './snapshot-saving.ts'

/** Changed bugs that are read at once. */
const batch = 200
/** Bugs that are read at once for the first time: few, so that their texts are gone before V8 takes them for lasting. */
const learning = 50
/** How long changes that nobody asks for are gathered, in milliseconds: many are read at once as quickly as one. */
const gathering = 250
/** How long an answer waits for changes that are being read, in milliseconds. */
const patience = 1000
/** The longest pause after a failure, in milliseconds. */
const longestPause = 30_000
const longestAfterDefect = 3_600_000
/** So many bugs are read in moments: no snapshot is worth while right after, and there is no memory to give back. */
const many = 1000

type HeardEvent = { readonly type: EventType; readonly subjectId: string }

interface Options {
  readonly db: Db
  readonly relay: Pick<Relay, 'position' | 'subscribe'>
  readonly log: Logger
  readonly snapshots: SnapshotFile
  /** Makes an empty index. */
  readonly makeIndex?: () => SimilarIndex
}

/**
 * The index of all bugs of this process: made in the background, from a snapshot where there is one, and kept as the
 * database is from then on. One loop does all that changes it, a batch at a time, and changes come before anything else:
 * what it reads is never older than what it holds.
 */
export class KeptIndex {
  readonly #options: Options
  readonly #changes = new PendingChanges()
  readonly #stopping = new AbortController()
  #index: SimilarIndex
  #stage: 'new' | 'reading' | 'catching up' | 'ready' = 'new'
  /** The id up to which all bugs have been read. */
  #cursor = ''
  #fromSnapshot = false
  #failures = 0
  #defects = 0
  #looks = 0
  #began = performance.now()
  #running: Promise<void> | undefined
  readonly #saving: SnapshotSaving
  #soon: NodeJS.Timeout | undefined
  /** Who waits for what has changed. */
  #waiting = 0

  constructor(options: Options) {
    this.#options = options
    this.#index = this.#newIndex()
    options.relay.subscribe(this.follow)
    this.#saving = new SnapshotSaving({
      log: options.log,
      settle: () => this.#settle(),
      write: (position) => options.snapshots.write(this.#index, position),
    })
    this.#wake()
  }

  /** False while bugs are still read after the start, or again after a failure. */
  get isReady(): boolean {
    return this.#stage === 'ready'
  }

  /** Bugs that it holds. */
  get size(): number {
    return this.#index.size
  }

  /**
   * Hears of what this process has committed. That is read when somebody asks, or when the relay tells of it too, a
   * moment later: once, in most cases.
   */
  readonly expect = (events: readonly HeardEvent[]): void => this.#changes.note(changedBugs(events))

  /** Hears of committed events; returns at once. */
  readonly follow = (events: readonly HeardEvent[]): void => this.note(changedBugs(events))

  /** Has these bugs read again. */
  note(ids: Iterable<string>): void {
    this.#changes.note(ids)
    if (this.#changes.size === 0) return
    if (this.isReady) this.#wakeSoon()
    else this.#wake()
  }

  /** Resolves when the index holds everything that this process had heard of; after a second at the latest. */
  async upToDate(): Promise<void> {
    if (this.#stopping.signal.aborted) return
    this.#waiting++
    if (this.#changes.size > 0) this.#wake()
    const waiting = new AbortController()
    const late = setTimeout(patience, undefined, { ref: false, signal: waiting.signal }).catch(() => {})
    await Promise.race([this.#changes.settled(), late])
    this.#waiting--
    waiting.abort()
  }

  /** The likeliest duplicates; undefined when the index is not ready, or can't tell. */
  suggest(query: SimilarQuery, options: SuggestOptions): Suggestion[] | undefined {
    if (!this.isReady) return undefined
    try {
      return this.#index.suggest(query, options)
    } catch (error) {
      this.#options.log.error({ err: error }, 'the index of similar bugs could not answer')
      return undefined
    }
  }

  /** Writes a snapshot if anything changed, and ends. */
  async stop(): Promise<void> {
    clearTimeout(this.#soon)
    await this.#saving.stop()
    this.#stopping.abort()
    await this.#running
  }

  #wake(): void {
    if (this.#stopping.signal.aborted) return
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined
      // What was noted since the last look.
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

  /** @returns how long to wait */
  #afterFailure(error: unknown): number {
    if (this.#failures === 0) {
      this.#options.log.warn({ err: error }, 'bugs could not be read for the similar bugs; trying again')
    }
    return Math.min(longestPause, 250 * 2 ** this.#failures++)
  }

  /** Begins anew, the later the more often that has happened: it costs a lot. @returns how long to wait */
  #afterDefect({ cause }: IndexDefect): number {
    this.#options.log.error({ err: cause }, 'the index of similar bugs failed; reading all bugs again')
    this.#empty()
    return Math.min(longestAfterDefect, 1000 * 4 ** this.#defects++)
  }

  async #pause(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds, undefined, { ref: false, signal: this.#stopping.signal }).catch(() => {})
  }

  async #step(): Promise<void> {
    if (this.#stage === 'new') return this.#start()
    if (this.#changes.size > 0) return this.#readChanges()
    if (this.#stage === 'reading') return this.#readOn()
    return this.#finish()
  }

  async #start(): Promise<void> {
    const snapshot = await this.#options.snapshots.read()
    if (!snapshot) {
      this.#stage = 'reading'
      return
    }
    this.#changes.note(await changedSince(this.#options.db, snapshot.position))
    this.#index = snapshot.index
    this.#fromSnapshot = true
    this.#stage = 'catching up'
  }

  async #readOn(): Promise<void> {
    const reports = await reportsAfter(this.#options.db, this.#cursor, learning)
    await inTurns(reports, (report) => this.#index.put(report))
    this.#cursor = reports.at(-1)?.id ?? this.#cursor
    if (reports.length < learning) this.#stage = 'catching up'
  }

  async #readChanges(): Promise<void> {
    const ids = this.#changes.take(batch)
    try {
      const { db } = this.#options
      const reports = new Map<string, IndexedReport>()
      for (const report of await reportsNamed(db, ids)) reports.set(report.id, report)
      const others = await groupsBelow(db, ids)
      await inTurns(ids, (id) => {
        const report = reports.get(id)
        if (report) this.#index.put(report)
        else this.#index.remove(id)
      })
      await inTurns(others, ({ id, group }) => this.#index.setGroup(id, group))
    } catch (error) {
      this.#changes.failed()
      throw error
    }
    this.#saving.noteChange()
    this.#changes.done()
  }

  /** Everything has been read, and every change up to now. */
  async #finish(): Promise<void> {
    const bugs = await countBugs(this.#options.db)
    if (this.#changes.size > 0) return
    if (this.#fromSnapshot && bugs !== this.#index.size) {
      // The event of a bug that another process has just written may still be on its way.
      if (this.#looks++ < 3) return this.#pause(500)
      this.#options.log.warn(
        { bugs, known: this.#index.size },
        'the snapshot of the similar bugs does not fit the database; reading all bugs',
      )
      this.#empty()
      return
    }
    this.#stage = 'ready'
    const seconds = Math.round((performance.now() - this.#began) / 100) / 10
    this.#options.log.info(
      { bugs: this.#index.size, seconds, fromSnapshot: this.#fromSnapshot },
      'similar bugs are ready',
    )
    if (!this.#fromSnapshot) this.#saving.noteChange()
    if (this.#index.size >= many) void this.#giveBack()
  }

  /** What is made on the way, here and in the rest of the start, is as much as the index itself; so with a snapshot. */
  async #giveBack(): Promise<void> {
    if (!this.#fromSnapshot) await this.#saving.saveSoon()
    if (this.#stopping.signal.aborted) return
    this.#index.forgetWords()
    giveBackMemory()
  }

  #newIndex(): SimilarIndex {
    return this.#options.makeIndex?.() ?? new SimilarIndex()
  }

  #empty(): void {
    this.#index = this.#newIndex()
    this.#cursor = ''
    this.#fromSnapshot = false
    this.#began = performance.now()
    this.#stage = 'reading'
  }

  /** @returns everything up to there is in the index; undefined when that can't be said */
  async #settle(): Promise<Position | undefined> {
    if (!this.isReady || this.#index.size === 0) return undefined
    const { position } = this.#options.relay
    await this.upToDate()
    // Changes that can't be read may be older than the position.
    return this.#changes.size > 0 || !this.isReady ? undefined : position
  }
}
