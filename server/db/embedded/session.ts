import { ours, sessionLocks } from '#server/db/session-locks.ts'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from './embedded-start-error.ts'
import { PORT } from './socket-folder.ts'

export const USER = 'mothlight'
export const DATABASE = 'mothlight'

const { app: APP, users: USERS } = sessionLocks

/** Time in ms that the server may take to notice that a killed app's connection is gone. */
const NOTICES_WITHIN_MS = 2_000
const CONNECT_WITHIN_MS = 5_000

export type Role = 'app' | 'command'

/** The types of pg leave out these methods, which let the process end as sockets do. */
type Client = pg.Client & { ref(): void; unref(): void }

/**
 * The launcher's own connection. It holds two advisory locks, so that they end with the process: every user of the
 * server shares 'users', and the one application holds 'app'.
 */
export class Session {
  readonly #client: Client
  #closing = false
  #lost = false
  #onLost: () => void = () => undefined

  private constructor(client: Client) {
    this.#client = client
    client.once('end', () => {
      this.#lost = true
      if (!this.#closing) this.#onLost()
    })
  }

  /**
   * Connects, creating the database where it is missing.
   * @throws the error of the system or of PostgreSQL, with its `code`
   */
  static async open(socketDir: string, role: Role): Promise<Session> {
    try {
      return await Session.#connect(socketDir, DATABASE, role)
    } catch (error) {
      if (errorCode(error) !== '3D000') throw error
    }
    const maintenance = await Session.#connect(socketDir, 'postgres', role)
    try {
      await maintenance.#client.query(`create database ${DATABASE}`)
    } catch (error) {
      // 42P04 and 23505: another start created it meanwhile.
      if (!['42P04', '23505'].includes(errorCode(error))) throw error
    } finally {
      await maintenance.close()
    }
    return Session.#connect(socketDir, DATABASE, role)
  }

  static async #connect(socketDir: string, database: string, role: Role): Promise<Session> {
    const client = new pg.Client({
      host: socketDir,
      port: PORT,
      user: USER,
      database,
      application_name: `mothlight ${role} ${process.pid}`,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
    })
    // Without a listener, a lost connection would end the process. `onLost` reports it.
    client.on('error', () => undefined)
    await client.connect()
    return new Session(client as Client)
  }

  /** Calls `onLost` once if the connection ends without close(). Doesn't keep the process alive. */
  watch(onLost: () => void): void {
    this.#onLost = onLost
    this.#client.unref()
    if (this.#lost && !this.#closing) onLost()
  }

  /** Acquires a share of the 'users' lock; false when the last user is stopping the server right now. */
  async joinUsers(): Promise<boolean> {
    return this.#lock('pg_try_advisory_lock_shared', USERS)
  }

  /**
   * Releases the own share of 'users'. @returns true when nobody else has one, so that this session may stop the server
   */
  async leaveUsers(): Promise<boolean> {
    this.#client.ref()
    await this.#client.query('select pg_advisory_unlock_shared($1, $2)', [ours, USERS])
    return this.#lock('pg_try_advisory_lock', USERS)
  }

  /** Acquires the 'app' lock, and waits shortly until the connection of a killed application is noticed as gone. */
  async becomeApp(): Promise<boolean> {
    for (const end = performance.now() + NOTICES_WITHIN_MS; ; await sleep(50)) {
      if (await this.#lock('pg_try_advisory_lock', APP)) return true
      if (performance.now() > end) return false
    }
  }

  /** Returns the process id that the holder of the 'app' lock reported. */
  async appPid(): Promise<string | undefined> {
    const { rows } = await this.#client.query<{ application_name: string }>(
      `select a.application_name
         from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objid = $2 and l.objsubid = 2`,
      [ours, APP],
    )
    return /^mothlight app (\d+)$/.exec(rows[0]?.application_name ?? '')?.[1]
  }

  async close(): Promise<void> {
    this.#closing = true
    this.#client.ref()
    await this.#client.end().catch(() => undefined)
  }

  async #lock(procedure: string, which: number): Promise<boolean> {
    const { rows } = await this.#client.query<{ got: boolean }>(`select ${procedure}($1, $2) as got`, [ours, which])
    return rows[0]?.got === true
  }
}
