import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  Transaction,
} from 'kysely'
import type pg from 'pg'
import type { Tables } from './tables.ts'

/** A statement of the transaction failed and whoever ran it went on: nothing of the transaction was kept. */
export class TransactionAborted extends Error {}

/** The connection of one transaction, from its BEGIN to its COMMIT or ROLLBACK. */
export class TransactionConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  #hasEnded = false
  readonly #afterCommit: (() => void)[] = []

  private constructor(client: pg.PoolClient) {
    this.#client = client
  }

  /** @param mode what it is for; absent: a transaction that writes */
  static async begin(pool: pg.Pool, mode = ''): Promise<TransactionConnection> {
    const connection = new TransactionConnection(await pool.connect())
    try {
      await connection.#client.query(`begin ${mode}`)
      return connection
    } catch (error) {
      connection.#client.release(true)
      throw error
    }
  }

  /** Has this done once everything is kept; it must not throw. */
  onCommit(act: () => void): void {
    this.#afterCommit.push(act)
  }

  async run(query: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#hasEnded) throw new Error('This transaction has ended.')
    return this.#client.query(query)
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
    // PostgreSQL answers a COMMIT with ROLLBACK when an earlier statement has failed.
    const { command } = await this.#client.query('commit')
    if (command === 'ROLLBACK') throw new TransactionAborted('A statement of this transaction had failed.')
    for (const act of this.#afterCommit) act()
    this.#client.release()
  }

  /** Takes everything back and gives the connection to others, or ends it when that can't be done. */
  async rollback(): Promise<void> {
    this.#hasEnded = true
    try {
      await this.#client.query('rollback')
      this.#client.release()
    } catch {
      this.#client.release(true)
    }
  }
}

/** What kysely's statements run on within a transaction. */
export function transactionOn(
  connection: TransactionConnection,
  { kysely, dialect, driver }: { kysely: Kysely<Tables>; dialect: Dialect; driver: Driver },
): Transaction<Tables> {
  const executor = kysely.getExecutor().withConnectionProvider({ provideConnection: (run) => run(connection) })
  return new Transaction<Tables>({ config: { dialect }, dialect, driver, executor })
}
