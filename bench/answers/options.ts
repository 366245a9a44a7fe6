import { OptionError, parseOptions, wholeNumber } from '#bench/parse-options.ts'
import { resolve } from 'node:path'

export interface WorldOptions {
  readonly world: string
  /** Folder of recorded reports. */
  readonly data: string
  readonly bugs: number
  readonly queries: number
  readonly seed: string
}

export interface AskOptions {
  readonly world: string
  /** The version whose server answers. */
  readonly checkout: string
  readonly out: string
}

export type AnswersOptions =
  | { readonly help: true }
  | ({ readonly help: false; readonly do: 'make' } & WorldOptions)
  | ({ readonly help: false; readonly do: 'ask' } & AskOptions)
  | { readonly help: false; readonly do: 'compare'; readonly before: string; readonly after: string }

export const usage = `npm run bench:answers -- --make --world DIR --data DIR [--bugs N] [--queries N] [--seed TEXT]
npm run bench:answers -- --world DIR --out FILE [--checkout DIR]
npm run bench:answers -- --compare FILE --with FILE
Asks many generated queries of the bug list, and compares what two versions answer. Ends with 1 when they differ.

  --make          make a world: a data folder with imported reports, people and conversations, and the queries
  --world DIR     where the world is kept; answers are given on a copy of it
  --data DIR      recorded reports: *.jsonl, *.jsonl.gz
  --bugs N        reports that are imported (20000)
  --queries N     how many are generated (2000)
  --seed TEXT     another one gives other bugs and queries (answers)
  --checkout DIR  the version that answers (this one)
  --out FILE      gets a line of JSON for each query
  --compare FILE  the answers of the version before
  --with FILE     the answers of the version after`

/** Reads the options. @throws OptionError */
export function readAnswersOptions(args: readonly string[]): AnswersOptions {
  const values = parseOptions(args, {
    make: { type: 'boolean', default: false },
    world: { type: 'string' },
    data: { type: 'string' },
    bugs: { type: 'string', default: '20000' },
    queries: { type: 'string', default: '2000' },
    seed: { type: 'string', default: 'answers' },
    checkout: { type: 'string', default: resolve(import.meta.dirname, '../..') },
    out: { type: 'string' },
    compare: { type: 'string' },
    with: { type: 'string' },
    help: { type: 'boolean', default: false },
  })
  const path = (name: 'world' | 'data' | 'checkout' | 'out' | 'compare' | 'with') => {
    const given = values[name]
    if (!given) throw new OptionError(`--${name} is missing.`)
    return resolve(given)
  }
  if (values.help) return { help: true }
  if (values.compare) return { help: false, do: 'compare', before: path('compare'), after: path('with') }
  if (!values.make)
    return { help: false, do: 'ask', world: path('world'), checkout: path('checkout'), out: path('out') }
  return {
    ...{ help: false, do: 'make', world: path('world'), data: path('data'), seed: values.seed },
    bugs: wholeNumber('bugs', values.bugs, 1000, 1_000_000),
    queries: wholeNumber('queries', values.queries, 1, 100_000),
  }
}
