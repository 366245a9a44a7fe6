import { type Database, openDatabase } from '#server/db/database.ts'
import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connectionTo, type TestCluster, urlOf, withAdmin } from './test-cluster.ts'

export interface TestDatabase {
  readonly database: Database
  /** For programs that a test starts: their DATABASE_URL. */
  readonly url: string
  drop(): Promise<void>
}

/** An empty, migrated database of its own. */
export async function openTestDatabase(cluster: TestCluster = inject('cluster')): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await withAdmin(cluster, (admin) => admin.query(`create database ${name} template ${cluster.template}`))
  const database = openDatabase(connectionTo(cluster, name), 8, () => {})
  return {
    database,
    url: urlOf(cluster, name),
    drop: async () => {
      await database.close()
      await withAdmin(cluster, (admin) => admin.query(`drop database ${name} with (force)`))
    },
  }
}
