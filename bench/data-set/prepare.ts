import { generatedReports } from '#bench/reports/generated-reports.ts'
import { recordedReports } from '#bench/reports/recorded-reports.ts'
import { migrateDatabase } from '#server/app.ts'
import { openDatabase } from '#server/db/database.ts'
import type { ReportSource } from '#bench/reports/report-source.ts'
import type pg from 'pg'
import { dataSetName } from './data-set-name.ts'
import type { DatabaseServer } from './database-server.ts'
import { type DataSetFacts, loadDataSet } from './load-data-set.ts'
import { renewSessions } from './people.ts'

export interface DataSetRequest {
  readonly bugs: number
  /** Folder of recorded reports; undefined for generated ones. */
  readonly directory: string | undefined
  /** Whether to create it again even if it exists. */
  readonly fresh: boolean
}

export interface PreparedDataSet {
  /** The database that holds it; nobody writes there. */
  readonly database: string
  readonly facts: DataSetFacts
}

const home = 'postgres'
const runPrefix = 'bench_run_'
const seed = 'mothlight'

/** Finds the data set of an earlier run, or creates it. Older versions of the same one are removed. */
export async function prepareDataSet(
  server: DatabaseServer,
  request: DataSetRequest,
  onProgress: (what: string) => void,
): Promise<PreparedDataSet> {
  const { name, family } = await dataSetName(request.bugs, await sourceOf(request))
  const existing = await server.connected(home, (client) => databasesLike(client, family))
  if (existing.includes(name) && !request.fresh) {
    const facts = await server.connected(name, readFacts)
    if (facts) {
      await migrateBench(server, name)
      return { database: name, facts }
    }
  }
  await server.connected(home, async (client) => {
    for (const old of existing) await client.query(`drop database ${old} with (force)`)
    await client.query(`create database ${name}`)
  })
  onProgress(`preparing ${request.bugs.toLocaleString('en')} bugs`)
  await migrateBench(server, name)
  const source = await sourceOf(request)
  const facts = await server.connected(name, (client) =>
    server.connected(name, async (words) => {
      await client.query(`set maintenance_work_mem = '512MB'; set synchronous_commit = off`)
      await words.query('set synchronous_commit = off')
      const loaded = await loadDataSet({ facts: client, words }, source, request.bugs, onProgress)
      // Written last, so that an interrupted data set has no facts and is created again.
      await client.query('create table bench_facts (facts jsonb not null)')
      await client.query('insert into bench_facts values ($1)', [JSON.stringify(loaded)])
      return loaded
    }),
  )
  return { database: name, facts }
}

/** A data set of an earlier run. */
export interface KnownDataSet {
  /** Its size on the disk. */
  readonly bytes: number
  /** False for an interrupted one, which is replaced by a new one. */
  readonly isWhole: boolean
}

/** Returns an existing data set; undefined when there is none. */
export async function knownDataSet(server: DatabaseServer, request: DataSetRequest): Promise<KnownDataSet | undefined> {
  const { name } = await dataSetName(request.bugs, await sourceOf(request))
  const { rows } = await server.connected(home, (client) =>
    client.query<{ size: string }>('select pg_database_size(oid) as size from pg_database where datname = $1', [name]),
  )
  if (!rows[0]) return undefined
  const isWhole = !request.fresh && (await server.connected(name, readFacts)) !== undefined
  return { bytes: Number(rows[0].size), isWhole }
}

/** Opens a new source, because a source yields each report only once. */
async function sourceOf({ directory }: DataSetRequest): Promise<ReportSource> {
  return directory ? recordedReports(directory, seed) : generatedReports(seed)
}

async function migrateBench(server: DatabaseServer, name: string): Promise<void> {
  const database = openDatabase({ connectionString: server.urlOf(name) }, 2, () => {})
  try {
    await migrateDatabase(database)
  } finally {
    await database.close()
  }
}

/** A copy of a data set for measuring and writing. */
export interface RunDatabase {
  readonly name: string
  drop(): Promise<void>
}

let copies = 0

/** Drops the copies that killed runs left behind. */
export async function clearLeftCopies(server: DatabaseServer): Promise<void> {
  await server.connected(home, async (client) => {
    for (const left of (await databasesLike(client, runPrefix)).filter(isLeft)) {
      // A copy in use belongs to a run on another machine.
      await client.query(`drop database if exists ${left}`).catch(() => {})
    }
  })
}

/** Copies a data set. */
export async function copyForRun(server: DatabaseServer, dataSet: PreparedDataSet): Promise<RunDatabase> {
  const name = `${runPrefix}${process.pid}_${++copies}`
  await clearLeftCopies(server)
  await server.connected(home, async (client) => {
    await client.query(`create database ${name} template ${dataSet.database} strategy file_copy`)
  })
  await server.connected(name, renewSessions)
  return {
    name,
    drop: () =>
      server.connected(
        home,
        async (client) => void (await client.query(`drop database if exists ${name} with (force)`)),
      ),
  }
}

/** Returns whether the process that a copy's name starts with has ended; its parts need not be connected. */
function isLeft(name: string): boolean {
  const pid = Number(/_(\d+)(?:_\d+)?$/.exec(name)?.[1])
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPERM'
  }
}

async function databasesLike(client: pg.Client, prefix: string): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  return rows.map((row) => row.datname)
}

async function readFacts(client: pg.Client): Promise<DataSetFacts | undefined> {
  const { rows: tables } = await client.query(`select to_regclass('bench_facts') as facts`)
  if (tables[0]?.facts === null) return undefined
  const { rows } = await client.query<{ facts: DataSetFacts }>('select facts from bench_facts')
  return rows[0]?.facts
}
