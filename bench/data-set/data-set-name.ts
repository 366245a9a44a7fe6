import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What decides the rows of a data set: when one of these changes, it must be made again. */
const makers = [
  'migrations',
  'bench/random.ts',
  'bench/reports',
  ...['bug-records', 'copy-rows', 'keyword-choice', 'load-data-set', 'people'].map(
    (name) => `bench/data-set/${name}.ts`,
  ),
  ...['bug-index', 'index-store', 'lexemes', 'pair-words', 'plain-text', 'vocabulary'].map(
    (name) => `server/features/search/${name}.ts`,
  ),
  'shared/search/stem.ts',
  'shared/search/words.ts',
]

/** Names of the database that holds a data set, and of others that are older versions of the same. */
export interface DataSetName {
  readonly name: string
  /** Every version of the data set of this size and source begins with it. */
  readonly family: string
}

/** @param directory the recorded reports; undefined for generated ones */
export async function dataSetName(bugs: number, directory: string | undefined): Promise<DataSetName> {
  const source = createHash('sha256').update(directory ? await listing(directory) : 'generated')
  const family = `bench_${bugs}_${source.digest('hex').slice(0, 8)}_`
  const version = createHash('sha256')
  for (const path of makers) for (const file of await filesOf(join(root, path))) version.update(await readFile(file))
  return { family, name: family + version.digest('hex').slice(0, 8) }
}

async function listing(directory: string): Promise<string> {
  const names = (await readdir(directory)).toSorted()
  const sizes = await Promise.all(names.map(async (name) => `${name} ${(await stat(join(directory, name))).size}`))
  return sizes.join('\n')
}

async function filesOf(path: string): Promise<string[]> {
  if (path.endsWith('.ts')) return [path]
  const names = await readdir(path)
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .toSorted()
    .map((name) => join(path, name))
}
