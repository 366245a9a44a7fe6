import type { Logger } from '#server/config/log.ts'
import { type Availability, isRefused } from '#server/http/availability.ts'
import type { JobHelpers, RunnerOptions, WorkerEvents } from 'graphile-worker'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Job } from './job.ts'
import { jobSchema, jobSchemaFault } from './job-schema.ts'
import { forgetFailures, mostAttempts } from './stored-jobs.ts'
import { beatEvery, WorkerLife } from './workers.ts'

/** Jobs that one process does at once. */
const atOnce = 2
/** How often it is looked for jobs that are due, in milliseconds. */
const lookEvery = 2000
const hour = 3_600_000

export type JobOutcome = 'done' | 'failed' | 'stopped'

export interface JobWorkerNeeds {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly availability: Availability
  readonly jobs: readonly Job[]
  /** Told of each try. */
  readonly onTried: ((name: string, outcome: JobOutcome) => void) | undefined
}

export interface JobWorker {
  /** Ends jobs between two steps and leaves what is left of them to others. Resolves when none runs any more. */
  stop(): Promise<void>
}

/** Does jobs that are due, together with the other processes on the database, until it is stopped. Returns at once. */
export function startJobWorker({ pool, log, availability, jobs, onTried }: JobWorkerNeeds): JobWorker {
  const stopping = new AbortController()
  const pause = () => sleep(beatEvery, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)

  async function live(): Promise<void> {
    let isTroubled = false
    while (!stopping.signal.aborted) {
      try {
        await liveOnce()
        isTroubled = false
      } catch (error) {
        if (!isTroubled) log.warn({ err: error }, 'jobs can’t be done; trying again')
        isTroubled = true
      }
      await pause()
    }
  }

  /** From the library's start to its end, which is that of the process unless something went wrong. */
  async function liveOnce(): Promise<void> {
    // The library would make or change it here, beside whoever else is running.
    const fault = await jobSchemaFault(pool)
    if (fault !== undefined) throw new Error(`${fault}: the next start makes it.`)
    const { parseCronItems, run } = await import('graphile-worker')
    const { libraryLogger } = await import('./library-log.ts')
    const ending = new AbortController()
    const unfinished = new Map<string, number>()
    const events: WorkerEvents = new EventEmitter()
    let id = ''
    events.once('pool:create', ({ workerPool }) => (id = workerPool.id))
    const runner = await run({
      pgPool: withoutListening(pool),
      schema: jobSchema,
      logger: libraryLogger(log),
      events,
      noHandleSignals: true,
      concurrency: atOnce,
      pollInterval: lookEvery,
      taskList: Object.fromEntries(
        jobs.map((job) => [job.name, (_: unknown, { job: { id, attempts } }: JobHelpers) => doJob(job, id, attempts)]),
      ),
      parsedCronItems: parseCronItems(jobs.map(cronItem)),
      // Otherwise the library leaves a failure to write what became of a job to nobody, which ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    } satisfies RunnerOptions)
    const life = new WorkerLife(pool, id)
    let isOver = false
    const over = runner.promise.catch(() => undefined).finally(() => (isOver = true))
    try {
      await life.begin()
      while (!isOver && !stopping.signal.aborted) {
        await Promise.race([pause(), over])
        if (isOver || stopping.signal.aborted || isRefused(availability.refuseWhileAway)) continue
        const goesOn = await goOn(life)
        if (goesOn === false) break
      }
    } finally {
      ending.abort()
      await runner.stop().catch(() => undefined)
      await over
      await life.end(unfinished).catch(() => undefined)
    }

    async function doJob(job: Job, jobId: string, attempts: number): Promise<void> {
      try {
        // Jobs are also done while the disk is short of room: what they delete makes some.
        availability.refuseWhileAway()
        await job.run(ending.signal)
        ending.signal.throwIfAborted()
        onTried?.(job.name, 'done')
        // The job is done all the same; its next run tries this again.
        await forgetFailures(pool, job.name, jobId).catch(() => undefined)
      } catch (error) {
        if (ending.signal.aborted) {
          unfinished.set(jobId, attempts)
          onTried?.(job.name, 'stopped')
          throw error
        }
        onTried?.(job.name, 'failed')
        if (attempts < mostAttempts) log.warn({ err: error, job: job.name, attempts }, 'a job failed; trying again')
        else {
          log.error({ err: error, job: job.name }, 'a job failed for good')
          await forgetFailures(pool, job.name, jobId).catch(() => undefined)
        }
        throw error
      }
    }
  }

  /**
   * @returns false when this worker was taken for dead, or the database was restored after a crash, which loses the rows;
   *   nothing when the database could not say
   */
  async function goOn(life: WorkerLife): Promise<boolean | undefined> {
    try {
      if (!(await life.beat())) {
        log.info('the database no longer knows this process as one that does jobs: it begins anew')
        return false
      }
      const dead = await life.lookAfterOthers()
      if (dead.length > 0) log.warn({ workers: dead }, 'a process that did jobs has ended; others go on with them')
      return true
    } catch (error) {
      log.debug({ err: error }, 'the workers of jobs could not be looked after')
      return undefined
    }
  }

  const living = live()
  return {
    stop: () => {
      stopping.abort()
      return living
    },
  }
}

function cronItem({ name, schedule, catchesUp }: Job) {
  return {
    task: name,
    match: schedule,
    identifier: name,
    options: {
      backfillPeriod: catchesUp ? hour : 0,
      maxAttempts: mostAttempts,
      // One that still waits is not added again, and one that still runs is waited for.
      jobKey: name,
      queueName: name,
    },
  }
}

/**
 * The pool as the library sees it. Only to listen for new jobs it asks for a connection with a callback, and would keep it:
 * it gets none, and looks for jobs every few seconds, which is soon enough.
 */
function withoutListening(pool: pg.Pool): pg.Pool {
  return {
    options: pool.options,
    connect: (callback?: unknown) => (callback ? undefined : pool.connect()),
    query: pool.query.bind(pool),
    listeners: pool.listeners.bind(pool),
  } as unknown as pg.Pool
}
