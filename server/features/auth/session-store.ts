import type { Actor, Sight } from '#server/access/actor.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Permission } from '#shared/access/permissions.ts'
import { isPermission } from '#shared/access/permissions.ts'
import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'

/** A session ends this many days after its last use. */
const idleDays = 30
/** A session ends this many days after the login, so that a stolen token ends some day. */
const longestDays = 180

/** Returns the stored form of a session's token. */
export function sessionHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Stores a new session. @returns its token: 256 random bits, told only to the browser */
export async function insertSession(tx: Tx, userId: string, userAgent: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = new Date()
  await tx
    .insertInto('sessions')
    .values({
      token_hash: sessionHash(token),
      user_id: userId,
      created_on: now,
      seen_on: now,
      expires_on: daysAfter(now, idleDays),
      user_agent: userAgent.slice(0, 300),
    })
    .execute()
  return token
}

/** Returns whether a session has not been ended. */
export async function isSession(tx: Tx, hash: Buffer): Promise<boolean> {
  const row = await tx.selectFrom('sessions').select('user_id').where('token_hash', '=', hash).executeTakeFirst()
  return row !== undefined
}

export async function deleteSession(tx: Tx, hash: Buffer): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', hash).execute()
}

/** Deletes expired sessions. */
export async function deleteExpiredSessions(tx: Tx): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_on', '<', new Date()).execute()
}

/** Extends a session that is in use; writes at most once an hour per session. */
export async function touchSession(tx: Tx, hash: Buffer): Promise<void> {
  const now = new Date()
  await tx
    .updateTable('sessions')
    .set({
      seen_on: now,
      expires_on: sql<Date>`least(${daysAfter(now, idleDays)}, created_on + ${longestDays} * interval '1 day')`,
    })
    .where('token_hash', '=', hash)
    .where('seen_on', '<', new Date(now.getTime() - 3600_000))
    .execute()
}

/** The permissions of somebody's roles, as a column that `permissionsIn` reads. */
const permissionsOfRoles = sql<
  string[]
>`coalesce(array_agg(array_to_string(roles.permissions, ',')) filter (where roles.name is not null), '{}')`.as(
  'permissions',
)

/** The products that somebody may see, and how many there are, as columns that `sightOf` reads. */
const productsSeen = [
  sql<number[]>`(select coalesce(array_agg(p.number::integer order by p.number), '{}') from products p
    where p.is_open or exists (select from product_members m where m.product_id = p.id and m.user_id = users.id))`.as(
    'products',
  ),
  sql<number>`(select count(*)::integer from products)`.as('product_count'),
] as const

interface SightRow {
  readonly products: readonly number[]
  readonly product_count: number
}

const sightOf = ({ products, product_count }: SightRow, permissions: ReadonlySet<Permission>): Sight => ({
  products,
  isEveryProduct: products.length === product_count,
  privateBugs: permissions.has('canViewPrivateBugs'),
  internalComments: permissions.has('canViewInternalComments'),
})

const permissionsIn = (lists: readonly string[]) =>
  new Set<Permission>(lists.flatMap((list) => list.split(',')).filter(isPermission))

/**
 * Returns the person behind a session, with their current permissions; null when the session or the account has ended.
 */
export async function findActor(db: Db, hash: Buffer): Promise<{ actor: Actor; seenOn: Date } | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('user_roles', 'user_roles.user_id', 'users.id')
    .leftJoin('roles', 'roles.name', 'user_roles.role')
    .select(['users.id', 'users.full_name', 'sessions.seen_on', permissionsOfRoles, ...productsSeen])
    .where('sessions.token_hash', '=', hash)
    .where('sessions.expires_on', '>', new Date())
    .where('users.deactivated_on', 'is', null)
    .groupBy(['users.id', 'users.full_name', 'sessions.seen_on'])
    .executeTakeFirst()
  if (!row) return null
  const permissions = permissionsIn(row.permissions)
  const sees = sightOf(row, permissions)
  return {
    actor: { userId: row.id, fullName: row.full_name, permissions, sees, sessionHash: hash },
    seenOn: row.seen_on,
  }
}

/**
 * Returns a person with their current permissions, for work that they have asked for and that goes on without a request;
 * null when their account is not active any more.
 */
export async function findActorOf(db: Db, userId: string): Promise<Actor | null> {
  return (await findActorsOf(db, [userId])).get(userId) ?? null
}

/** Returns people with their current permissions by their ids, without those whose accounts are not active any more. */
export async function findActorsOf(db: Db, userIds: readonly string[]): Promise<Map<string, Actor>> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('user_roles', 'user_roles.user_id', 'users.id')
    .leftJoin('roles', 'roles.name', 'user_roles.role')
    .select(['users.id', 'users.full_name', permissionsOfRoles, ...productsSeen])
    .where(sql<boolean>`users.id = any(${userIds}::text[])`)
    .where('users.deactivated_on', 'is', null)
    .groupBy(['users.id', 'users.full_name'])
    .execute()
  return new Map(rows.map((row) => [row.id, actorWithout(row)]))
}

/** Of a person without a session. */
function actorWithout(row: SightRow & { id: string; full_name: string; permissions: string[] }): Actor {
  const permissions = permissionsIn(row.permissions)
  return {
    userId: row.id,
    fullName: row.full_name,
    permissions,
    sees: sightOf(row, permissions),
    // No session has it.
    sessionHash: Buffer.alloc(0),
  }
}

const daysAfter = (from: Date, days: number) => new Date(from.getTime() + days * 86_400_000)
