import type { Actor } from '#server/access/actor.ts'
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

/**
 * Returns the person behind a session, with their current permissions; null when the session or the account has ended.
 */
export async function findActor(db: Db, hash: Buffer): Promise<{ actor: Actor; seenOn: Date } | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('user_roles', 'user_roles.user_id', 'users.id')
    .leftJoin('roles', 'roles.name', 'user_roles.role')
    .select([
      'users.id',
      'users.full_name',
      'sessions.seen_on',
      sql<
        string[]
      >`coalesce(array_agg(array_to_string(roles.permissions, ',')) filter (where roles.name is not null), '{}')`.as(
        'permissions',
      ),
    ])
    .where('sessions.token_hash', '=', hash)
    .where('sessions.expires_on', '>', new Date())
    .where('users.deactivated_on', 'is', null)
    .groupBy(['users.id', 'users.full_name', 'sessions.seen_on'])
    .executeTakeFirst()
  if (!row) return null
  const permissions = new Set<Permission>(row.permissions.flatMap((list) => list.split(',')).filter(isPermission))
  return { actor: { userId: row.id, fullName: row.full_name, permissions, sessionHash: hash }, seenOn: row.seen_on }
}

const daysAfter = (from: Date, days: number) => new Date(from.getTime() + days * 86_400_000)
