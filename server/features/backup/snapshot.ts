import type pg from 'pg'

/** How values are written and read as text, whatever the server's own settings are; and no limits of time. */
export const plainSettings = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0;
  set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set bytea_output = 'hex'`

/**
 * Reads everything as of one moment. The transaction has no id of its own, so it holds nobody up: events go on being
 * handed on however long it takes.
 */
export function inSnapshot<T>(
  pool: pg.Pool,
  signal: AbortSignal,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return onOwnConnection(pool, signal, async (client) => {
    await client.query('begin transaction isolation level repeatable read, read only')
    return work(client)
  })
}

/**
 * Gives `work` a connection with settings of its own, for as long as it takes.
 * @param signal cancels the statement that runs, and with it the work
 */
export async function onOwnConnection<T>(
  pool: pg.Pool,
  signal: AbortSignal,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  // Whatever waits for the connection hears of its end by itself.
  client.on('error', () => undefined)
  let cancel = () => {}
  try {
    await client.query(plainSettings)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    cancel = () => void pool.query('select pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => undefined)
    signal.addEventListener('abort', cancel)
    signal.throwIfAborted()
    return await work(client)
  } finally {
    signal.removeEventListener('abort', cancel)
    // Not given back: its settings end with it, and so does a COPY or a transaction that was cut off.
    client.release(true)
  }
}
