import type { Logger } from '#server/config/log.ts'
import { outsideRequests } from '#server/config/request-context.ts'
import type { Db } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import type { Undoers } from '#server/features/history/public.ts'
import { type Availability, isRefused } from '#server/http/availability.ts'
import { asRefusal } from '#server/http/errors.ts'
import type { FastifyError } from 'fastify'
import { nextBugs, unfinishedBulks } from './bulk-store.ts'
import type { Wake } from './start-bulk.ts'
import { batchSize, giveUp, type Progress, workOnBatch } from './work-on-batch.ts'

/** Milliseconds between two looks for bulk changes that another process has left. */
const lookEvery = 5_000

/** Deadlocks and the like: the same can succeed at once. */
const isClash = (error: unknown) => /^40...$/.test((error as { code?: string }).code ?? '')
const isAway = (error: unknown) => asRefusal(error as FastifyError).code === 'unavailable'

export interface BulkWorker {
  /** Has a bulk change worked on, in turns with others; returns at once. */
  readonly wake: Wake
  /** Begins no further batch. Resolves after the one in progress. */
  stop(): Promise<void>
}

export interface BulkWorkerNeeds {
  readonly log: Logger
  readonly db: Db
  readonly inTx: InTx
  readonly availability: Availability
  readonly undoers: Undoers
}

/**
 * Works on bulk changes in the background: those that this process is asked for, and those that were left unfinished, be
 * it by a process that was killed or while the database was away.
 */
export function openBulkWorker({ log, db, inTx, availability, undoers }: BulkWorkerNeeds): BulkWorker {
  const waiting = new Set<string>()
  let isStopped = false
  let working: Promise<void> | undefined

  const wake = (bulkId: string) => {
    waiting.add(bulkId)
    if (!isStopped) working ??= outsideRequests(work)
  }

  /** One batch of each in turn, so that a short one does not wait for a long one. */
  async function work(): Promise<void> {
    while (waiting.size > 0 && !isStopped) {
      for (const bulkId of waiting) {
        if (isStopped) break
        if ((await step(bulkId)) !== 'more') waiting.delete(bulkId)
      }
    }
    working = undefined
  }

  async function step(bulkId: string): Promise<Progress> {
    try {
      return await batch(bulkId, batchSize).catch((error: unknown) => {
        if (isAway(error)) throw error
        return isClash(error) ? 'more' : oneByOne(bulkId, error)
      })
    } catch (error) {
      log.warn({ err: error, bulkId }, 'a bulk change can’t go on; trying again')
      return 'elsewhere'
    }
  }

  async function batch(bulkId: string, size: number): Promise<Progress> {
    availability.refuseWrites()
    const progress = await inTx((tx) => workOnBatch(tx, bulkId, { undoers, size }))
    if (progress === 'done') log.info({ bulkId }, 'a bulk change is done')
    return progress
  }

  /** After a defect: each bug of the batch in a transaction of its own, so that one does not stop the others. */
  async function oneByOne(bulkId: string, defect: unknown): Promise<Progress> {
    log.error({ err: defect, bulkId }, 'a part of a bulk change failed; trying each bug by itself')
    let progress: Progress = 'more'
    for (let n = 0; n < batchSize && progress === 'more' && !isStopped; n++) {
      const [bugId] = await nextBugs(db, bulkId, 1)
      if (bugId === undefined) return 'elsewhere'
      try {
        progress = await batch(bulkId, 1)
      } catch (error) {
        if (isAway(error) || isClash(error)) throw error
        log.error({ err: error, bulkId, bugId }, 'a bug of a bulk change can’t be changed')
        progress = await inTx((tx) => giveUp(tx, bulkId, bugId))
      }
    }
    return progress
  }

  async function look(): Promise<void> {
    if (isRefused(() => availability.refuseWrites())) return
    for (const bulkId of await unfinishedBulks(db)) wake(bulkId)
  }

  const failed = (error: unknown) => {
    if (!isAway(error)) log.error({ err: error }, 'bulk changes could not be looked after; trying again')
  }
  let looking = Promise.resolve()
  const lookAgain = () => {
    looking = outsideRequests(look).catch(failed)
  }
  const timer = setInterval(lookAgain, lookEvery)
  timer.unref()
  lookAgain()

  return {
    wake,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await looking
      await working
    },
  }
}
