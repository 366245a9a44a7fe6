import { connectionTo, startTestCluster, type TestCluster, urlOf, withAdmin } from '#testing/test-cluster.ts'
import { randomBytes } from 'node:crypto'
import type { DatabasePlace } from './fault-product.ts'
import { leaveBehind } from './left-behind.ts'

export interface OwnDatabase {
  readonly place: DatabasePlace
  readonly url: string
  drop(): Promise<void>
}

/**
 * Opens a database of an external PostgreSQL, for one run.
 * @param given the PostgreSQL; without one, one is started and stopped with it
 * @param isMigrated whether it has this version's schema, or nothing
 */
export async function ownDatabase(given: TestCluster | undefined, isMigrated: boolean): Promise<OwnDatabase> {
  const started = given ? undefined : await startTestCluster()
  const stop = leaveBehind(async () => started?.stop())
  const cluster = given ?? (started as { cluster: TestCluster }).cluster
  const name = `fault_${randomBytes(8).toString('hex')}`
  const template = isMigrated ? ` template ${cluster.template}` : ''
  await withAdmin(cluster, (admin) => admin.query(`create database ${name}${template}`))
  return {
    place: connectionTo(cluster, name),
    url: urlOf(cluster, name),
    drop: async () => {
      await withAdmin(cluster, (admin) => admin.query(`drop database if exists ${name} with (force)`))
      await stop()
    },
  }
}
