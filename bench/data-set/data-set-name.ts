import type { ReportSource } from '#bench/reports/report-source.ts'
import { indexOf } from '#server/features/search/public.ts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { bugRecords } from './bug-records.ts'
import { rowsOf } from './bug-rows.ts'
import { seedOf } from './load-data-set.ts'

/** Names of the database that holds a data set, and of older versions of the same one. */
export interface DataSetName {
  readonly name: string
  /** Prefix of every version of the data set of this size and source. */
  readonly family: string
}

/** Number of generated bugs that show whether a data set would differ today. */
const proof = 200
/** Files that also decide the rows. */
const others = ['bare-tables.ts', 'keyword-choice.ts', 'people.ts']

/**
 * Returns the name with a version: a hash of the first rows as the present code generates them, so that code with the
 * same result may change. Migrations are not part of it, because a prepared data set is migrated like any other
 * database.
 * @param source an unused one
 */
export async function dataSetName(bugs: number, source: ReportSource): Promise<DataSetName> {
  const sourceHash = createHash('sha256').update(source.name).digest('hex').slice(0, 8)
  const family = `bench_${bugs}_${sourceHash}_`
  const version = createHash('sha256')
  for (const file of others) version.update(await readFile(new URL(file, import.meta.url)))
  const some = [...bugRecords(source, proof, seedOf(source))].map((bug) => ({ bug, index: indexOf(bug, bug.comments) }))
  version.update(JSON.stringify(rowsOf(some, 1, 1)))
  return { family, name: family + version.digest('hex').slice(0, 8) }
}
