import type { DatabaseServer } from '#bench/data-set/database-server.ts'
import type { Closing } from '#bench/processes/closing.ts'
import { migrateDatabase } from '#server/app.ts'
import { openDatabase } from '#server/db/database.ts'
import { type Account, accountWithSession } from '#testing/account-with-session.ts'

/**
 * Opens a migrated database with some people, for what is not measured on the large data set.
 * @returns its URL, and people who hold these roles
 */
export async function openBenchDatabase(
  server: DatabaseServer,
  closing: Closing,
  people: { readonly purpose: string; readonly count: number; readonly roles: readonly string[] },
): Promise<{ url: string; members: Account[] }> {
  const name = `bench_run_${people.purpose}_${process.pid}`
  await server.connected('postgres', (client) => client.query(`create database ${name}`))
  closing.later(() =>
    server.connected(
      'postgres',
      async (client) => void (await client.query(`drop database if exists ${name} with (force)`)),
    ),
  )
  const url = server.urlOf(name)
  const database = openDatabase({ connectionString: url }, 2, () => {})
  try {
    await migrateDatabase(database)
    const { purpose, count, roles } = people
    const members: Account[] = []
    for (let n = 0; n < count; n++) members.push(await accountWithSession(database, { name: `${purpose} ${n}`, roles }))
    return { url, members }
  } finally {
    await database.close()
  }
}
