import type { DatabaseServer } from '#bench/data-set/database-server.ts'
import type { Closing } from '#bench/processes/closing.ts'
import { migrateDatabase } from '#server/app.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { transactor } from '#server/events/transactor.ts'
import { insertSession } from '#server/features/auth/public.ts'
import { insertUser } from '#server/features/users/public.ts'

export interface Member {
  readonly userId: string
  /** The cookie of a session. */
  readonly cookie: string
}

/**
 * A migrated database of its own with some people, for what is not measured on the large data set.
 * @returns its URL, and people who hold these roles
 */
export async function openBenchDatabase(
  server: DatabaseServer,
  closing: Closing,
  people: { readonly purpose: string; readonly count: number; readonly roles: readonly string[] },
): Promise<{ url: string; members: Member[] }> {
  const name = `bench_run_${people.purpose}_${process.pid}`
  await server.connected('postgres', (client) => client.query(`create database ${name}`))
  closing.later(() =>
    server.connected('postgres', async (client) => void (await client.query(`drop database ${name} with (force)`))),
  )
  const url = server.urlOf(name)
  const database = openDatabase({ connectionString: url }, 2, () => {})
  try {
    await migrateDatabase(database)
    return { url, members: await join(database, people) }
  } finally {
    await database.close()
  }
}

async function join(
  database: Database,
  { purpose, count, roles }: { purpose: string; count: number; roles: readonly string[] },
): Promise<Member[]> {
  const inTx = transactor(database, () => {})
  const members: Member[] = []
  for (let n = 0; n < count; n++) {
    const names = { fullName: `${purpose} ${n}`, givenName: purpose, familyName: `${n}` }
    const user = { ...names, email: `${purpose}${n}@bench.example`, passwordHash: 'none', roles: [...roles] }
    members.push(
      await inTx(async (tx) => {
        const userId = await insertUser(tx, user, 'command')
        return { userId, cookie: `mothlight_session=${await insertSession(tx, userId, 'bench')}` }
      }),
    )
  }
  return members
}
