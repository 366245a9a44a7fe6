import { seededRandom } from '#bench/random.ts'
import { isPermission, type Permission } from '#shared/access/permissions.ts'
import { endpoints } from '#shared/endpoints.ts'
import { socketEvents } from '#shared/realtime/all-events.ts'
import type { SocketEvent } from '#shared/realtime/socket-event.ts'
import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { attackEndpoint, type Target } from './attack-http.ts'
import { attackEvent, openAttackSocket } from './attack-socket.ts'
import { mayTouch } from './may-touch.ts'
import type { Tally } from './report.ts'
import { changed, knownIds, watchTables, type Watched } from './watch-tables.ts'
import type { Role, World } from './world.ts'

export interface AttackOptions {
  /** Number of inputs for each endpoint and each event. */
  readonly inputsEach: number
  readonly seed: string
  /** Names of endpoints and events; those of one group are tried between two checks of the tables. */
  readonly groups: readonly (readonly string[])[]
  /** Called after each group. */
  readonly progress?: (done: number, total: number) => void
}

const events = socketEvents as Readonly<Record<string, SocketEvent>>

/** The names of every endpoint and socket event. */
export const targets: readonly string[] = [...Object.keys(endpoints), ...Object.keys(events)]

/**
 * Calls that may end the attacker's own session or remove their rights, so that everything after them would be refused.
 */
const endings = ['logout', 'endMySession', 'endUserSession', 'editUser', 'setUserActive', 'changeRole', 'renameRole']

/** Returns all endpoints and events in few groups, by what they may write. */
export function fewGroups(): string[][] {
  const isRead = (name: string) => mayTouch[name] === undefined
  const others = targets.filter((name) => !endings.includes(name))
  return [others.filter(isRead), others.filter((name) => !isRead(name)), endings]
}

/** Number of calls at the same time. */
const atOnce = 6

/** Tries endpoints and events as one role, and checks after each group that nothing forbidden has changed. */
export async function runAttack(world: World, role: Role, options: AttackOptions, tally: Tally): Promise<void> {
  for (const [done, names] of options.groups.entries()) {
    await attackGroup(world, role, names, options, tally)
    options.progress?.(done + 1, options.groups.length)
  }
}

async function attackGroup(
  world: World,
  role: Role,
  names: readonly string[],
  { inputsEach, seed }: AttackOptions,
  tally: Tally,
): Promise<void> {
  const attacker = await world.prepare()
  const { pool } = world.app.database
  const permissions = await permissionsOf(world, role)
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const target: Target = {
    port: world.port,
    attacker,
    secrets: world.secrets.filter(({ readers }) => readers === undefined || !permissions.has(readers)),
    random: seededRandom(`${seed} ${role} ${names.join(' ')}`),
    tally,
    agent,
  }
  const socket = openAttackSocket(`http://127.0.0.1:${world.port}`, attacker.cookie)
  // A signed-in person gets their conversation when they connect.
  if (names.some((name) => events[name])) await socket.get()
  const { rows } = await pool.query<{ last: number }>('select coalesce(max(id), 0)::integer as last from events')
  const facts = { userId: attacker.userId, permissions, known: await knownIds(pool), lastEvent: rows[0]?.last ?? 0 }
  await world.app.notified()
  const before = await watchTables(pool, facts)
  const accepted = new Set<string>()
  const waiting = names.flatMap((name) => Array.from({ length: inputsEach }, () => name)).values()
  const work = async (): Promise<void> => {
    for (const name of waiting) {
      const endpoint = endpoints[name]
      const event = events[name]
      const isAccepted = endpoint
        ? await attackEndpoint(name, endpoint, target)
        : event && (await attackEvent(name, event, socket, target))
      if (isAccepted) accepted.add(name)
    }
  }
  await Promise.all(Array.from({ length: names.some((name) => events[name]) ? 1 : atOnce }, work))
  socket.close()
  agent.destroy()
  await bulksDone(pool)
  await world.app.notified()
  for (const wrong of unexpected(accepted, before, await watchTables(pool, facts))) {
    tally.finding({ target: names.join(', '), wrong })
  }
}

/** Resolves when no bulk change is worked on any more. */
async function bulksDone(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query('select from bulk_changes where finished_on is null')
    if (rows.length === 0) return
    await setTimeout(20)
  }
}

/**
 * Returns the changes that these endpoints and events must not make. Those that refused everything may change nothing.
 */
function unexpected(accepted: ReadonlySet<string>, before: Watched, after: Watched): string[] {
  const allowed = new Set(['rate_limits', ...[...accepted].flatMap((name) => mayTouch[name] ?? [])])
  return [
    ...changed(before.tables, after.tables)
      .filter((table) => !allowed.has(table))
      .map((table) => `wrote to ${table}`),
    ...changed(before.protectedRows, after.protectedRows).map((what) => `changed ${what}`),
  ]
}

async function permissionsOf({ app }: World, role: Role): Promise<Set<Permission>> {
  const { rows } = await app.database.pool.query<{ permissions: string[] }>(
    'select permissions from roles where name = $1',
    [role],
  )
  return new Set((rows[0]?.permissions ?? []).filter(isPermission))
}
