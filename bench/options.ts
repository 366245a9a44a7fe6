import type { DataSetRequest } from '#bench/data-set/prepare.ts'
import { nameList, parseOptions, wholeNumber } from './parse-options.ts'

export { OptionError } from './parse-options.ts'

export interface Options {
  readonly bugs: number
  readonly connections: number
  readonly seconds: number
  readonly rounds: number
  readonly pool: number
  readonly data: string | undefined
  readonly databaseUrl: string | undefined
  readonly only: readonly string[]
  readonly fresh: boolean
  /** Whether to measure at all `sizes`. */
  readonly scale: boolean
  /** Numbers of bugs, ascending. */
  readonly sizes: readonly number[]
  /** Whether to save the plans of the heavy reads instead of measuring. */
  readonly explain: boolean
  readonly save: boolean
  readonly profile: string | undefined
  readonly help: boolean
}

/** The parts besides the scenarios of calls: the chat and live pages, each on a database of its own, similar bugs, finding, and many bugs at once. */
export const otherParts = ['chat', 'live', 'similar', 'finding', 'bulk', 'news'] as const

export const dataSetRequestOf = ({ bugs, data, fresh }: Options): DataSetRequest => ({ bugs, directory: data, fresh })

export const usage = `npm run bench -- [options]
Measures the product beside a thin server on the same database and prints both.

  --bugs N            size of the data set (100000)
  --data DIR          make it from recorded reports: *.jsonl, *.jsonl.gz (made-up texts)
  --fresh             make the data set again
  --connections N     connections that send requests (32)
  --seconds N         seconds of load on each server and scenario (8)
  --rounds N          turns that the two servers take in that time (4)
  --pool N            database connections of each server (20)
  --only A,B          only these scenarios; 'chat', 'live', 'similar', 'finding', 'bulk' and 'news' are six
  --database-url URL  a PostgreSQL server to use instead of the embedded one; databases are created on it
  --profile DIR       write a CPU profile of the product's process there
  --scale             measure the same at several sizes, and say how it goes with them
  --sizes A,B         those of --scale and --explain (1000,10000,100000,1000000 and 100000)
  --explain           write how PostgreSQL makes the heavy reads to .cache/explain
  --save              write a table to bench/results, in place of the one before`

/** Reads the options. @throws OptionError */
export function readOptions(args: readonly string[]): Options {
  const values = parseOptions(args, {
    bugs: { type: 'string', default: '100000' },
    connections: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '4' },
    pool: { type: 'string', default: '20' },
    data: { type: 'string' },
    'database-url': { type: 'string' },
    only: { type: 'string' },
    fresh: { type: 'boolean', default: false },
    scale: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    explain: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  })
  const rounds = wholeNumber('rounds', values.rounds, 1, 100)
  const sizes = values.sizes ?? (values.explain ? '100000' : '1000,10000,100000,1000000')
  return {
    bugs: wholeNumber('bugs', values.bugs, 100, 10_000_000),
    connections: wholeNumber('connections', values.connections, 1, 1000),
    seconds: wholeNumber('seconds', values.seconds, 1, 600),
    rounds,
    pool: wholeNumber('pool', values.pool, 2, 50),
    data: values.data,
    databaseUrl: values['database-url'],
    only: nameList(values.only),
    fresh: values.fresh,
    scale: values.scale,
    sizes: sizes
      .split(',')
      .map((size) => wholeNumber('sizes', size, 100, 10_000_000))
      .toSorted((one, other) => one - other),
    explain: values.explain,
    save: values.save,
    profile: values.profile,
    help: values.help,
  }
}
