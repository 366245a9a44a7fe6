import { importedRecordId } from '#server/db/record-id.ts'
import { sessionHash } from '#server/features/auth/session-store.ts'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { copyRows } from './copy-rows.ts'

/** People whom bugs and comments of the data set are by. */
export const authorCount = 500

/**
 * People who are signed in. Reports rotate through them, because one person may report only once in 3 seconds: as many
 * as this reach 2,000 reports a second.
 */
export const signedInCount = 6000

const joined = new Date('2015-06-01T08:00:00Z')

export const authorIds = Array.from({ length: authorCount }, (_, index) => importedRecordId(`author ${index}`, joined))
const signedInIds = Array.from({ length: signedInCount }, (_, index) => importedRecordId(`signed in ${index}`, joined))

/** The Cookie header of the n-th person who is signed in. */
export function cookieOf(index: number): string {
  return `mothlight_session=${tokenOf(index)}`
}

/** Guessable on purpose: the data set must be the same in every run, and nobody else can reach it. */
const tokenOf = (index: number) => createHash('sha256').update(`bench session ${index}`).digest('base64url')

/** Writes the authors, the people who are signed in, their roles and sessions. */
export async function loadPeople(client: pg.ClientBase): Promise<void> {
  const ids = [...authorIds, ...signedInIds]
  await copyRows(client, {
    table: 'users',
    columns: ['id', 'email', 'password_hash', 'full_name', 'given_name', 'family_name', 'created_on'],
    rows: ids.map((id, index) => {
      const family = `Bench${String(index).padStart(4, '0')}`
      return [id, `person${index}@bench.example`, 'none', `Robin ${family}`, 'Robin', family, joined]
    }),
  })
  await copyRows(client, {
    table: 'user_roles',
    columns: ['user_id', 'role'],
    rows: ids.map((id, index) => [id, index < authorCount && index % 10 === 0 ? 'staff' : 'customer']),
  })
  await copyRows(client, {
    table: 'sessions',
    columns: ['token_hash', 'user_id', 'created_on', 'seen_on', 'expires_on', 'user_agent'],
    rows: signedInIds.map((id, index) => [sessionHash(tokenOf(index)), id, joined, joined, joined, 'bench']),
  })
}

/** Makes the sessions of a prepared data set current; old ones would be refused, or touched at their first use. */
export async function renewSessions(client: pg.ClientBase): Promise<void> {
  await client.query(`update sessions set seen_on = now(), expires_on = now() + interval '30 days'`)
  await client.query('vacuum analyze sessions')
}
