import { type Database, openDatabase } from '#server/db/database.ts'
import { accountWithSession } from '#testing/account-with-session.ts'
import { type ProductProcess, startProcess } from '#testing/product-process.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { leaveBehind } from './left-behind.ts'
import { killPostgres } from './postgres-processes.ts'

/** Settings without limits, so that nothing of the load is refused as too much. */
const manySettings = {
  LIMIT_CHAT_MESSAGES: '1000000',
  LIMIT_CHAT_CONVERSATIONS: '1000000',
  CHAT_PORT: 'off',
}

export interface DatabasePlace {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

export interface FaultProductOptions {
  readonly settings?: Record<string, string>
  /** The data folder; without one, a temporary one is used and removed at the end. */
  readonly folder?: string
  /** Fills the data folder before the first start. */
  readonly fill?: ((dataDir: string) => Promise<unknown>) | undefined
  /** How to reach its database past it; without one, the embedded database of the folder. */
  readonly place?: DatabasePlace
}

/** Returns where the embedded PostgreSQL of a data folder listens. */
export function embeddedPlace(dataDir: string): DatabasePlace {
  return { host: join(dataDir, 'run'), port: 5432, user: 'mothlight', database: 'mothlight' }
}

/** The product on its embedded database, which can be killed and restarted at the same address. */
export class FaultProduct {
  readonly dataDir: string
  readonly origin: string
  readonly #settings: Record<string, string>
  readonly #removesFolder: boolean
  readonly #place: DatabasePlace
  #process: ProductProcess | undefined
  /** Stops whatever still runs, and removes the folder that it created. */
  readonly clean = leaveBehind(() => this.#clean())

  private constructor(dataDir: string, port: number, { settings, folder, place }: FaultProductOptions) {
    this.dataDir = dataDir
    this.origin = `http://localhost:${port}`
    this.#settings = { ...manySettings, DATA_DIR: dataDir, PORT: String(port), ...settings }
    this.#removesFolder = folder === undefined
    this.#place = place ?? embeddedPlace(dataDir)
  }

  static async start(options: FaultProductOptions = {}): Promise<FaultProduct> {
    const product = await FaultProduct.prepare(options)
    await product.startAgain()
    return product
  }

  /** As `start`, without starting it. */
  static async prepare(options: FaultProductOptions = {}): Promise<FaultProduct> {
    const dataDir = options.folder ?? (await mkdtemp(join(tmpdir(), 'mothlight-fault-')))
    await options.fill?.(dataDir)
    return new FaultProduct(dataDir, await freePort(), options)
  }

  get process(): ProductProcess {
    if (!this.#process) throw new Error('the product is not running')
    return this.#process
  }

  /** The environment for its start. */
  get settings(): Record<string, string> {
    return this.#settings
  }

  /** Returns its origin, for a load; undefined while it is being restarted. */
  readonly whereabouts = (): string | undefined => this.#process && this.origin

  async startAgain(more: Record<string, string> = {}): Promise<void> {
    this.#process = await startProcess({ ...this.#settings, ...more })
  }

  /** Kills the application; its database goes on. */
  async killApplication(): Promise<void> {
    const running = this.process
    this.#process = undefined
    await running.crash()
  }

  /** Stops it in an orderly way. @returns the exit code */
  async stop(): Promise<number | null> {
    const running = this.process
    this.#process = undefined
    return running.end()
  }

  /** Runs `work` on the database, bypassing the product, which may look ready while the database still recovers from a kill. */
  async onDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = openDatabase(this.#place, 3, () => {})
    try {
      await answers(database, 60_000)
      return await work(database)
    } finally {
      await database.close()
    }
  }

  /** Creates people with every right, each with a session. */
  people(count: number): Promise<{ userId: string; cookie: string }[]> {
    return this.onDatabase((database) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          accountWithSession(database, { name: `Person ${n}`, roles: ['admin'] }),
        ),
      ),
    )
  }

  /** Waits until it reports ready. @returns how long that took, in milliseconds */
  async ready(withinMs: number): Promise<number> {
    const startedAt = performance.now()
    for (;;) {
      const answer = await this.readiness()
      const took = performance.now() - startedAt
      if (answer === 200) return took
      if (took > withinMs) throw new Error(`not ready within ${withinMs} ms: ${this.process.output().slice(-2000)}`)
      await setTimeout(20)
    }
  }

  /** Returns the status of /readyz; undefined when no answer comes within 5 seconds. */
  readiness(): Promise<number | undefined> {
    return fetch(`${this.origin}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
      ({ status }) => status,
      () => undefined,
    )
  }

  async #clean(): Promise<void> {
    await this.#process?.crash().catch(() => undefined)
    this.#process = undefined
    await killPostgres(this.dataDir)
    if (this.#removesFolder) await rm(this.dataDir, { recursive: true, force: true })
  }
}

/** Waits until the database takes connections. @throws its last refusal, when it takes none in this time */
async function answers({ pool }: Database, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs
  for (;;) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
      await setTimeout(50)
    }
  }
}

/** Returns a free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
