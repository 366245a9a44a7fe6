import { parseOptions, wholeNumber } from '#bench/parse-options.ts'

export interface StartOptions {
  /** 0 leaves the large data set out. */
  readonly bugs: number
  readonly data: string | undefined
  readonly starts: number
  readonly save: boolean
  readonly help: boolean
}

export const usage = `npm run bench:start -- [options]
Measures how long the product takes from its start to its ready line: on a data folder of its own with the embedded
database, and on a large data set. The first start of each, which makes what later ones find, is not counted.

  --bugs N     size of the data set; 0 leaves it out (100000)
  --data DIR   make it from recorded reports: *.jsonl, *.jsonl.gz (made-up texts)
  --starts N   how often it is started (7)
  --save       write a table to bench/results, in place of the one before`

/** Reads the options. @throws OptionError */
export function readStartOptions(args: readonly string[]): StartOptions {
  const { bugs, starts, data, save, help } = parseOptions(args, {
    bugs: { type: 'string', default: '100000' },
    data: { type: 'string' },
    starts: { type: 'string', default: '7' },
    save: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  })
  return {
    bugs: wholeNumber('bugs', bugs, 0, 10_000_000),
    starts: wholeNumber('starts', starts, 1, 1000),
    ...{ data, save, help },
  }
}
