import { OptionError, parseOptions, wholeNumber } from '#bench/parse-options.ts'

export interface MailsOptions {
  readonly issues: string
  readonly actions: number
  readonly isDaily: boolean
  readonly hearsAll: boolean
  readonly help: boolean
}

export const usage = `npm run bench:mails -- --issues FILE [options]
Replays what people did to recorded bugs, at the times at which they did it, and counts the mails that they would have got
from here, with everybody mailed and nobody reading but what they act on themselves. Clocks are moved; nobody waits.

  --issues FILE     issues with their comments as Jira's REST interface gives them, one a line; *.jsonl, *.jsonl.gz
  --actions N       how many actions are replayed at most (100000)
  --daily           everybody is mailed once a day, in place of within minutes
  --hears-all       everybody hears everything, in place of the levels that hold for who chose nothing`

/** Reads the options. @throws OptionError */
export function readMailsOptions(args: readonly string[]): MailsOptions {
  const given = parseOptions(args, {
    issues: { type: 'string', default: '' },
    actions: { type: 'string', default: '100000' },
    daily: { type: 'boolean', default: false },
    'hears-all': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  })
  if (given.issues === '' && !given.help) throw new OptionError('--issues is missing.')
  return {
    issues: given.issues,
    actions: wholeNumber('actions', given.actions, 1, 10_000_000),
    isDaily: given.daily,
    hearsAll: given['hears-all'],
    help: given.help,
  }
}
