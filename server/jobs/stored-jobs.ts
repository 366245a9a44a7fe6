import type { Db, Tx } from '#server/db/database.ts'
import type pg from 'pg'
import { jobSchema } from './job-schema.ts'

/** How often a job is tried until it has failed for good: after 3, 7, 20, 55 and 148 seconds. */
export const mostAttempts = 6

/** What has failed for good stays stored, and nobody does it any more. */
const isFailed = 'attempts >= max_attempts and locked_at is null'
/** Most failed jobs that are listed. */
export const mostFailed = 100
const longestReason = 500

export interface FailedJob {
  readonly id: number
  readonly name: string
  readonly attempts: number
  readonly added_on: Date
  /** Null for one whose process was killed. */
  readonly reason: string | null
}

const failed = {
  name: 'failed-jobs',
  text: `select id, task_identifier as name, attempts, created_at as added_on, left(last_error, ${longestReason}) as reason
    from ${jobSchema}.jobs where ${isFailed} order by id desc limit ${mostFailed}`,
}

/** Returns what has failed for good, the newest first. */
export const failedJobs = (db: Db): Promise<FailedJob[]> => db.prepared<FailedJob>(failed, [])

export interface JobCounts {
  readonly waiting: number
  readonly running: number
  readonly failed: number
  /** Processes that do jobs, and said so within the last minute: the row of one that was killed may stay. */
  readonly workers: number
}

const counts = {
  name: 'job-counts',
  text: `select count(*) filter (where locked_at is null and not (${isFailed}))::integer as waiting,
      count(*) filter (where locked_at is not null)::integer as running,
      count(*) filter (where ${isFailed})::integer as failed,
      (select count(*) from job_workers where seen_on > now() - interval '1 minute')::integer as workers
    from ${jobSchema}.jobs`,
}

export async function countJobs(db: Db): Promise<JobCounts> {
  const [row] = await db.prepared<JobCounts>(counts, [])
  if (!row) throw new Error('Counting gives a row.')
  return row
}

const again = {
  name: 'job-again',
  text: `select id from ${jobSchema}.reschedule_jobs(
    array(select id from ${jobSchema}.jobs where id = $1::bigint and ${isFailed}), run_at => now(), attempts => 0)`,
}

/** Has a job that failed for good tried again, as often as a new one. @returns false when there is no such one */
export async function tryAgain(tx: Tx, id: string): Promise<boolean> {
  return (await tx.prepared(again, [id])).length === 1
}

/** Deletes earlier failures of a job, which a later try of it makes meaningless. */
export async function forgetFailures(pool: pg.Pool, name: string, before: string): Promise<void> {
  await pool.query(
    `select ${jobSchema}.complete_jobs(array(
      select id from ${jobSchema}.jobs where task_identifier = $1 and id < $2::bigint and ${isFailed}))`,
    [name, before],
  )
}

const wake = {
  name: 'wake-job',
  // Mode and key are those of the schedule, whose next run takes this one's place.
  text: `select id from ${jobSchema}.add_job($1, queue_name => $1, job_key => $1, run_at => now(), max_attempts => ${mostAttempts})`,
}

/**
 * Makes a job due at once, for a rare write alone: the library tells others inside the transaction, so commits wait for
 * each other.
 */
export async function wakeJob(tx: Tx, name: string): Promise<void> {
  await tx.prepared(wake, [name])
}
