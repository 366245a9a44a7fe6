import { nameList, OptionError, parseOptions, wholeNumber } from '#bench/parse-options.ts'

/** What `npm run bench:web` measures, and how often. */
export interface WebOptions {
  readonly bugs: number
  /** Size of the second data set, for comparison; 0 leaves it out. */
  readonly reference: number
  /** How often each interaction is measured. */
  readonly repetitions: number
  /** How often each first screen is loaded. */
  readonly loads: number
  readonly data: string | undefined
  readonly databaseUrl: string | undefined
  readonly fresh: boolean
  /** Parts to measure; empty for all. */
  readonly only: readonly string[]
  /** Interactions to measure, by their names; empty for all. */
  readonly interactions: readonly string[]
  /** Hard texts to measure, by parts of their names; empty for all. */
  readonly texts: readonly string[]
  readonly save: boolean
  readonly profile: string | undefined
  readonly help: boolean
}

export const parts = ['interactions', 'first-screens', 'scrolling', 'screens', 'texts'] as const
export type Part = (typeof parts)[number]

export const usage = `npm run bench:web -- [options]
Measures the web client in Chromium on a large data set, and says which budgets are kept.

  --bugs N            size of the data set (100000)
  --reference N       size of another one to compare with; 0 for none (1000)
  --repetitions N     how often each interaction is measured (20)
  --loads N           how often each first screen is loaded (3)
  --data DIR          make the data sets from recorded reports: *.jsonl, *.jsonl.gz (made-up texts)
  --fresh             make the data sets again
  --only A,B          only these parts: ${parts.join(', ')}
  --interactions A,B  only these interactions, such as next-100,open
  --texts A,B         only these hard texts, by parts of their names, such as carriage,nested
  --database-url URL  a PostgreSQL server to use instead of the embedded one; databases are created on it
  --profile DIR       write a trace of each interaction there, for DevTools
  --save              write a table to bench/results, in place of the one before
CHROMIUM names another browser than that of the tests.`

/** Reads the options. @throws OptionError */
export function readWebOptions(args: readonly string[]): WebOptions {
  const values = parseOptions(args, {
    bugs: { type: 'string', default: '100000' },
    reference: { type: 'string', default: '1000' },
    repetitions: { type: 'string', default: '20' },
    loads: { type: 'string', default: '3' },
    data: { type: 'string' },
    'database-url': { type: 'string' },
    fresh: { type: 'boolean', default: false },
    only: { type: 'string' },
    interactions: { type: 'string' },
    texts: { type: 'string' },
    save: { type: 'boolean', default: false },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  })
  const only = nameList(values.only)
  const unknown = only.find((name) => !(parts as readonly string[]).includes(name))
  if (unknown !== undefined) throw new OptionError(`There is no part '${unknown}'; there are ${parts.join(', ')}.`)
  return {
    bugs: wholeNumber('bugs', values.bugs, 1000, 10_000_000),
    reference: wholeNumber('reference', values.reference, 0, 10_000_000),
    repetitions: wholeNumber('repetitions', values.repetitions, 2, 1000),
    loads: wholeNumber('loads', values.loads, 1, 100),
    data: values.data,
    databaseUrl: values['database-url'],
    fresh: values.fresh,
    only,
    interactions: nameList(values.interactions),
    texts: nameList(values.texts),
    save: values.save,
    profile: values.profile,
    help: values.help,
  }
}
