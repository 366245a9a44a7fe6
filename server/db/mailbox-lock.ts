import type pg from 'pg'
import { ours, sessionLocks } from './session-locks.ts'

export interface HeldLock {
  /** False once its connection is lost, and another node may hold it. */
  isHeld(): boolean
  release(): void
}

/**
 * Makes this process the one that reads the mailbox, for as long as a connection of its own is open.
 * @returns undefined while another one is
 */
export async function tryMailboxLock(pool: pg.Pool): Promise<HeldLock | undefined> {
  const client = await pool.connect()
  let isOpen = true
  client.once('end', () => (isOpen = false))
  client.once('error', () => (isOpen = false))
  try {
    await client.query('set idle_session_timeout = 0')
    const { rows } = await client.query<{ isHeld: boolean }>('select pg_try_advisory_lock($1, $2) as "isHeld"', [
      ours,
      sessionLocks.mailbox,
    ])
    // A connection that is destroyed gives its locks back, and is not used for anything else.
    if (rows[0]?.isHeld) return { isHeld: () => isOpen, release: () => client.release(true) }
    client.release(true)
    return undefined
  } catch (error) {
    client.release(true)
    throw error
  }
}
