import { type CompiledQuery, Kysely, PostgresDialect, type RawBuilder, type Transaction } from 'kysely'
import { hash } from 'node:crypto'
import pg from 'pg'
import { withIsoTimestamps } from './iso-timestamps.ts'
import type { Tables } from './tables.ts'
import { TransactionConnection, transactionOn } from './transaction.ts'

/** A statement whose plan PostgreSQL keeps for the life of a connection; the name must be unique to its text. */
export interface Prepared {
  readonly name: string
  readonly text: string
  /** Its `timestamptz` columns come as ISO texts instead of `Date`: for rows that are only handed on. */
  readonly hasIsoTimestamps?: boolean
}

interface Reader extends Pick<Kysely<Tables>, 'selectFrom' | 'with' | 'fn' | 'getExecutor'> {
  /** Runs a statement without building or planning its SQL again. `Row` is the caller's word: its columns. */
  prepared<Row>(statement: Prepared, values: readonly unknown[]): Promise<Row[]>
  /** Runs a query that was built of templates. `Row` is the caller's word: its columns. */
  read<Row>(query: RawBuilder<unknown>, options?: ReadOptions): Promise<Row[]>
}

export interface ReadOptions {
  /** PostgreSQL keeps the plan for the life of the connection: only for a query of which there are few texts. */
  readonly keepsPlan?: boolean
  /** Its `timestamptz` columns come as ISO texts instead of `Date`: for rows that are only handed on. */
  readonly hasIsoTimestamps?: boolean
}

/** A built query as a statement. Where its plan is kept, its text alone names it, so that a name never means two texts. */
export function statementOf(
  { sql: text }: CompiledQuery,
  { keepsPlan = false, hasIsoTimestamps = false }: ReadOptions,
): Prepared {
  return { name: keepsPlan ? nameOf(text) : '', text, hasIsoTimestamps }
}

/** Names of the texts whose plans are kept, which are few. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? hash('sha1', text, 'base64url')
  names.set(text, name)
  return name
}

/** What reads take: there is nothing here to write with. */
export type Db = Reader

declare const insideTransaction: unique symbol

/** What writes take; only `inTx` makes one, so that a write outside a transaction does not compile. */
export type Tx = Transaction<Tables> &
  Reader & {
    readonly [insideTransaction]: true
    /** `read` for statements that write. */
    readonly run: Reader['read']
    /** Stands for the database: by it a process remembers what it knows of its content. */
    readonly database: object
    /** Has this done right after the commit, before the writer goes on; it must not throw. */
    onCommit(act: () => void): void
  }

/** Everything as of one moment. */
export interface Snapshot {
  readonly db: Db
  /** Gives its connection back. */
  end(): Promise<void>
}

export interface Database {
  readonly db: Db
  /** The connections, for the few libraries that want them. */
  readonly pool: pg.Pool
  /** Runs `work` in one transaction: all of it is kept, or nothing. Rolls back when `work` throws. */
  inTx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Begins to read everything as of one moment. It holds a connection until it is ended; one that nobody asks anything for
   * a minute is ended by the database.
   */
  openSnapshot(): Promise<Snapshot>
  close(): Promise<void>
}

export type Connection =
  { readonly connectionString: string } | { host: string; port: number; user: string; database: string }

const int8 = 20

const columns: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
}
const isoColumns = withIsoTimestamps(columns)

/** A statement as the driver takes it. */
function queryOf({ name, text, hasIsoTimestamps }: Prepared, values: readonly unknown[]): pg.QueryConfig {
  return hasIsoTimestamps ? { name, text, values: [...values], types: isoColumns } : { name, text, values: [...values] }
}

/**
 * Opens a pool of connections; nothing is sent before the first query.
 * @param connection where the server is: a URL, or a unix socket's folder as `host`
 * @param maxConnections connections at most
 * @param onIdleError told of a connection that broke while nobody used it
 */
export function openDatabase(
  connection: Connection,
  maxConnections: number,
  onIdleError: (error: Error) => void,
): Database {
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    application_name: 'mothlight',
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    types: columns,
  })
  pool.on('error', onIdleError)
  // One that is lost while somebody holds it and asks nothing: they learn of it by their next statement.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const dialect = new PostgresDialect({ pool })
  const kysely = new Kysely<Tables>({ dialect })
  const kyselyProps = { kysely, dialect, driver: dialect.createDriver() }

  const prepared = async <Row>(statement: Prepared, values: readonly unknown[]) =>
    (await pool.query(queryOf(statement, values))).rows as Row[]
  const db: Db = {
    selectFrom: kysely.selectFrom.bind(kysely) as Db['selectFrom'],
    with: kysely.with.bind(kysely) as Db['with'],
    fn: kysely.fn,
    getExecutor: () => kysely.getExecutor(),
    prepared,
    read: readerOf(kysely, prepared),
  }

  return {
    db,
    pool,
    inTx: async (work) => {
      const connection = await TransactionConnection.begin(pool)
      try {
        const result = await work(txOn(connection, pool, kyselyProps))
        await connection.commit()
        return result
      } catch (error) {
        await connection.rollback()
        throw error
      }
    },
    openSnapshot: async () => {
      const connection = await TransactionConnection.begin(pool, 'isolation level repeatable read, read only')
      return { db: txOn(connection, pool, kyselyProps), end: () => connection.rollback() }
    },
    close: async () => {
      await kysely.destroy()
      // Kysely leaves a pool open that it has not used itself.
      if (!pool.ended) await pool.end()
    },
  }
}

/** Builds queries, and runs them as `prepared` runs statements. */
function readerOf(builder: Pick<Kysely<Tables>, 'getExecutor'>, prepared: Reader['prepared']): Reader['read'] {
  return (query, options = {}) => {
    const compiled = query.compile(builder)
    return prepared(statementOf(compiled, options), compiled.parameters)
  }
}

function txOn(connection: TransactionConnection, pool: pg.Pool, props: Parameters<typeof transactionOn>[1]): Tx {
  const prepared = async <Row>(statement: Prepared, values: readonly unknown[]) =>
    (await connection.run(queryOf(statement, values))).rows as Row[]
  const onCommit = (act: () => void) => connection.onCommit(act)
  const read = readerOf(props.kysely, prepared)
  return Object.assign(transactionOn(connection, props), {
    prepared,
    read,
    run: read,
    onCommit,
    database: pool,
  }) as unknown as Tx
}
