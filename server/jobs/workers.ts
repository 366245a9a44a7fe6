import type pg from 'pg'
import { jobSchema } from './job-schema.ts'

/** Time between two beats of a worker, in milliseconds. */
export const beatEvery = 5000
/** Looks in a row at which another worker has not gone on, after which it counts as dead: its jobs run again within 30 s. */
const silentLooks = 4

interface Other {
  readonly id: string
  readonly beats: number
}

/**
 * One worker among all of the database. It counts on in a row of its own, and looks whether the others do. What it counts
 * are its own looks, not time: clocks that are set, and a database that was away for all of them, make nobody seem dead.
 * When it was seen last is only shown.
 */
export class WorkerLife {
  readonly #pool: pg.Pool
  readonly #id: string
  /** How far each other one was, and for how many looks it has stood there. */
  #others = new Map<string, { beats: number; looks: number }>()

  constructor(pool: pg.Pool, id: string) {
    this.#pool = pool
    this.#id = id
  }

  async begin(): Promise<void> {
    await this.#pool.query('insert into job_workers (id) values ($1) on conflict do nothing', [this.#id])
  }

  /** Says that this worker goes on. @returns false when another one has taken it for dead, and its jobs */
  async beat(): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'update job_workers set beats = beats + 1, seen_on = now() where id = $1',
      [this.#id],
    )
    return rowCount === 1
  }

  /** Gives the jobs of workers that are dead to those that live. @returns the dead ones */
  async lookAfterOthers(): Promise<string[]> {
    // A worker that was killed before it had its row is known by what it holds.
    const { rows } = await this.#pool.query<Other>(
      `select id, beats from job_workers where id <> $1
        union select locked_by, -1 from ${jobSchema}.jobs
          where locked_by <> $1 and not exists (select from job_workers where id = locked_by)`,
      [this.#id],
    )
    const before = this.#others
    this.#others = new Map(
      rows.map(({ id, beats }) => {
        const known = before.get(id)
        return [id, { beats, looks: known?.beats === beats ? known.looks + 1 : 0 }]
      }),
    )
    const dead: string[] = []
    for (const [id, { beats, looks }] of this.#others) {
      if (looks >= silentLooks && (await this.#takeFrom(id, beats))) dead.push(id)
    }
    return dead
  }

  /** Takes the row and the jobs of another worker, if it still stands where it stood. */
  async #takeFrom(id: string, beats: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `with gone as (delete from job_workers where id = $1 and beats = $2 returning id)
        select ${jobSchema}.force_unlock_workers(array[$1]) where $2 < 0 or exists (select from gone)`,
      [id, beats],
    )
    return rowCount === 1
  }

  /** Ends this worker, which does nothing any more. @param unfinished jobs that it was stopped in, which count as not tried */
  async end(unfinished: ReadonlyMap<string, number>): Promise<void> {
    for (const [id, attempts] of unfinished) {
      await this.#pool.query(
        `select ${jobSchema}.reschedule_jobs(array[$1::bigint], run_at => now(), attempts => $2::integer)`,
        [id, attempts - 1],
      )
    }
    await this.#pool.query(
      `with gone as (delete from job_workers where id = $1) select ${jobSchema}.force_unlock_workers(array[$1])`,
      [this.#id],
    )
  }
}
