import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  Transaction,
} from 'kysely'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import type { Tables } from './tables.ts'

/** A statement of the transaction failed and whoever ran it went on: nothing of the transaction was kept. */
export class TransactionAborted extends Error {}

/**
 * The connection of one transaction. BEGIN goes out together with the first statement where that one only reads or
 * locks, which spares the way to the database and back; should BEGIN fail, such a statement has changed nothing.
 */
export class TransactionConnection implements DatabaseConnection {
  readonly #client: Pipelined
  #begun: Promise<unknown> | undefined
  #hasEnded = false
  readonly #afterCommit: (() => void)[] = []

  constructor(client: pg.PoolClient) {
    this.#client = client as Pipelined
    // What is asked at once is sent at once; each statement is still judged by itself, and in this order.
    this.#client.pipeline = true
  }

  /** Has this done once everything is kept; it must not throw. */
  onCommit(act: () => void): void {
    this.#afterCommit.push(act)
  }

  async run(query: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#hasEnded) throw new Error('This transaction has ended.')
    const isFirst = this.#begun === undefined
    if (isFirst) this.#sendTogether()
    this.#begun ??= this.#client.query('begin')
    if (!readsOnly.test(query.text)) {
      await this.#begun
      return this.#client.query(query)
    }
    const answer = this.#client.query(query)
    if (!isFirst) return answer
    const [begun] = await Promise.allSettled([this.#begun, answer])
    if (begun.status === 'rejected') throw begun.reason
    return answer
  }

  /** Gathers what is asked until the present work rests: to write to the socket costs more than most statements' words. */
  #sendTogether(): void {
    const { stream } = this.#client.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.run({ text: sql, values: [...parameters] })
    const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
    return { ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }), rows: rows as Row[] }
  }

  // oxlint-disable-next-line require-yield -- kysely asks for it, and nobody calls it
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('A transaction does not stream.')
  }

  /** @throws TransactionAborted */
  async commit(): Promise<void> {
    this.#hasEnded = true
    if (this.#begun === undefined) return
    // PostgreSQL answers a COMMIT with ROLLBACK when an earlier statement has failed.
    const { command } = await this.#client.query('commit')
    if (command === 'ROLLBACK') throw new TransactionAborted('A statement of this transaction had failed.')
    for (const act of this.#afterCommit) act()
  }

  /** Takes everything back and gives the connection to others, or ends it when that can't be done. */
  async rollback(): Promise<void> {
    this.#hasEnded = true
    try {
      if (this.#begun !== undefined) {
        await this.#begun
        await this.#client.query('rollback')
      }
      this.release()
    } catch {
      this.#client.release(true)
    }
  }

  release(): void {
    this.#client.pipeline = false
    this.#client.release()
  }
}

/** What the driver has beside what its types say. */
type Pipelined = pg.PoolClient & { pipeline?: boolean; readonly connection: { readonly stream: Writable } }

const readsOnly = /^\s*select\b/i

/** What kysely's statements run on within a transaction. */
export function transactionOn(
  connection: TransactionConnection,
  { kysely, dialect, driver }: { kysely: Kysely<Tables>; dialect: Dialect; driver: Driver },
): Transaction<Tables> {
  const executor = kysely.getExecutor().withConnectionProvider({ provideConnection: (run) => run(connection) })
  return new Transaction<Tables>({ config: { dialect }, dialect, driver, executor })
}
