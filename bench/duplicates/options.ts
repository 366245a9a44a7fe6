import { OptionError, parseOptions } from '#bench/parse-options.ts'

export interface DuplicatesOptions {
  readonly data: string
  /** `loo`: fitted on the other sets' training parts. `default`: those that the product ships. */
  readonly weights: 'loo' | 'default'
  readonly json: string | undefined
  readonly databaseUrl: string | undefined
  readonly baselines: boolean
  readonly reports: number
  readonly help: boolean
}

export const usage = `npm run bench:duplicates -- --data DIR [options]
Plays recorded reports through the module that finds likely duplicates, and measures what it finds and how fast.
Ends with 1 when a gate is missed, with 2 when something can't be measured.

  --data DIR          sets of reports: *.jsonl.gz, *.jsonl
  --weights WHICH     loo: for each set fitted on the others' training parts; default: those the product ships (loo)
  --json FILE         write the figures of each set there
  --reports N         reports in the index when the time is taken (100000)
  --no-baselines      leave out PostgreSQL's search and plain BM25
  --database-url URL  a PostgreSQL server to use instead of the embedded one; a database is created on it`

/** Reads the options. @throws OptionError */
export function readDuplicatesOptions(args: readonly string[]): DuplicatesOptions {
  const values = parsed(args)
  if (values.help) return { ...toOptions(values), help: true }
  if (!values.data) throw new OptionError('--data is missing.')
  if (values.weights !== 'loo' && values.weights !== 'default') {
    throw new OptionError(`--weights must be loo or default, not '${values.weights}'.`)
  }
  if (!/^\d{1,7}$/.test(values.reports)) {
    throw new OptionError(`--reports must be a whole number up to 9999999, not '${values.reports}'.`)
  }
  return toOptions(values)
}

function toOptions(values: ReturnType<typeof parsed>): DuplicatesOptions {
  return {
    data: values.data ?? '',
    weights: values.weights === 'default' ? 'default' : 'loo',
    json: values.json,
    databaseUrl: values['database-url'],
    baselines: !values['no-baselines'],
    reports: Number(values.reports),
    help: false,
  }
}

function parsed(args: readonly string[]) {
  return parseOptions(args, {
    data: { type: 'string' },
    weights: { type: 'string', default: 'loo' },
    json: { type: 'string' },
    'database-url': { type: 'string' },
    'no-baselines': { type: 'boolean', default: false },
    reports: { type: 'string', default: '100000' },
    help: { type: 'boolean', default: false },
  })
}
