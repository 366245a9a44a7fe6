import type { ReportSource } from '#bench/reports/report-source.ts'
import { indexOf } from '#server/features/search/public.ts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { bugRecords } from './bug-records.ts'
import { rowsOf } from './bug-rows.ts'
import { seedOf } from './load-data-set.ts'

/** Names of the database that holds a data set, and of others that are older versions of the same. */
export interface DataSetName {
  readonly name: string
  /** Every version of the data set of this size and source begins with it. */
  readonly family: string
}

/** Bugs that are made to see whether a data set would be another one today. */
const proof = 200
/** What else decides the rows. */
const others = ['bare-tables.ts', 'keyword-choice.ts', 'people.ts']

/**
 * The version is a hash of the first rows as the present code makes them: code that makes the same ones may change.
 * Migrations are not part of it, because a prepared data set is migrated like any other database.
 * @param source a fresh one
 */
export async function dataSetName(bugs: number, source: ReportSource): Promise<DataSetName> {
  const sourceHash = createHash('sha256').update(source.name).digest('hex').slice(0, 8)
  const family = `bench_${bugs}_${sourceHash}_`
  const version = createHash('sha256')
  for (const file of others) version.update(await readFile(new URL(file, import.meta.url)))
  const some = [...bugRecords(source, proof, seedOf(source))].map((bug) => ({ bug, index: indexOf(bug, bug.comments) }))
  version.update(JSON.stringify(rowsOf(some, 1)))
  return { family, name: family + version.digest('hex').slice(0, 8) }
}
