import type pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { ours, sessionLocks } from './session-locks.ts'

/** Where the processes of one database tell one another of events. Each running node, of every version, listens to it. */
export const eventChannel = 'mothlight_events'

/** How long a node that is being stopped has to be gone, in milliseconds. */
const patience = 5000

/** A change of the schema takes minutes, and a connection that holds a lock meanwhile says nothing. */
const withoutLimits = 'set statement_timeout = 0; set idle_session_timeout = 0'

/**
 * Says on a connection of a running node, for as long as it is open, that the node lives. Waits while the schema is
 * changed by somebody who needs all nodes stopped. The connection is kept for this: nothing on it times out any more.
 */
export async function sayAlive(client: pg.ClientBase): Promise<void> {
  await client.query(withoutLimits)
  await client.query('select pg_advisory_lock_shared($1, $2)', [ours, sessionLocks.nodes])
}

/** Waits until nobody else changes the schema. Ends with the connection. */
export async function beginMigration(client: pg.ClientBase): Promise<void> {
  await client.query(withoutLimits)
  await client.query('select pg_advisory_lock($1, $2)', [ours, sessionLocks.migration])
}

/**
 * Keeps nodes from starting for as long as the connection is open, if none runs.
 * @returns where those are connected from that still run after a short wait; empty when there are none
 */
export async function holdNodesOff(client: pg.ClientBase): Promise<string[]> {
  let isHeld = false
  for (const end = performance.now() + patience; ; await sleep(100)) {
    isHeld ||= await tryHold(client)
    const places = await placesOfNodes(client)
    if (isHeld && places.length === 0) return []
    if (performance.now() > end) return places.length > 0 ? places : ['an unknown address']
  }
}

async function tryHold(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, $2) as held', [
    ours,
    sessionLocks.nodes,
  ])
  return rows[0]?.held === true
}

/**
 * Returns where running nodes are connected from, one for each. Nodes of versions before this lock are known by what they
 * listen to. PostgreSQL shows addresses of other accounts to few; there is none where a connection comes by a unix socket.
 */
export async function placesOfNodes(client: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ place: string }>(
    `select coalesce(host(client_addr), case when usename = current_user then 'the machine of the database'
        else 'an address that this account may not see' end) as place from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and (query = $1
        or pid in (select pid from pg_locks
          where locktype = 'advisory' and granted and classid = $2 and objid = $3 and objsubid = 2))
      order by 1`,
    [`listen ${eventChannel}`, ours, sessionLocks.nodes],
  )
  return rows.map((row) => row.place)
}
