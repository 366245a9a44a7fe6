import { parseOptions, wholeNumber } from '#bench/parse-options.ts'

export interface MemoryOptions {
  readonly bugs: number
  readonly data: string | undefined
  readonly people: number
  readonly seconds: number
  readonly save: boolean
  readonly help: boolean
}

export const usage = `npm run bench:memory -- [options]
Measures the resident memory of the application on a large data set while many people have pages open and read.

  --bugs N       size of the data set (100000)
  --data DIR     make it from recorded reports: *.jsonl, *.jsonl.gz (made-up texts)
  --people N     who have a page open (500)
  --seconds N    of reading (60)
  --save         write a table to bench/results, in place of the one before`

/** Reads the options. @throws OptionError */
export function readMemoryOptions(args: readonly string[]): MemoryOptions {
  const { bugs, people, seconds, data, save, help } = parseOptions(args, {
    bugs: { type: 'string', default: '100000' },
    data: { type: 'string' },
    people: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '60' },
    save: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  })
  return {
    bugs: wholeNumber('bugs', bugs, 100, 10_000_000),
    people: wholeNumber('people', people, 1, 6000),
    seconds: wholeNumber('seconds', seconds, 1, 3600),
    ...{ data, save, help },
  }
}
