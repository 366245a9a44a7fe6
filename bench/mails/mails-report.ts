import { markdownTable } from '#bench/save-result.ts'
import { quantile } from '#bench/statistics.ts'
import type { ReplayResult } from './replay.ts'

const whole = (value: number) => Math.round(value).toLocaleString('en')

/** The figures as a table of text, with what was promised and did not come. */
export function mailsReport({
  actions,
  bugs,
  people,
  days,
  told,
  ofViews,
  mails,
  forEachAction,
  alreadyRead,
  missed,
}: ReplayResult): string {
  const perDay = [...Map.groupBy(mails, ({ to, at }) => `${to} ${Math.floor(at / 86_400_000)}`).values()]
  const aboutOne = mails.filter(({ bug }) => bug !== undefined)
  const perBug = [...Map.groupBy(aboutOne, ({ to, bug }) => `${to} ${bug}`).values()]
  const sorted = perDay.length === 0 ? [0] : perDay.map((some) => some.length).toSorted((a, b) => a - b)
  const rows = [
    ['actions, bugs, people, days', [actions, bugs, people, days].map(whole).join(', ')],
    ['a mail of each action to everybody at the bug', whole(forEachAction)],
    ['told in the product, of that new in a view', [told, ofViews.told].map(whole).join(', ')],
    ['mails, of them only of views', [mails.length, ofViews.mails].map(whole).join(', ')],
    [
      'on a day with mail: median, 95 of 100, most',
      [0.5, 0.95, 1].map((share) => whole(quantile(sorted, share))).join(', '),
    ],
    ['most to one person about one bug', whole(Math.max(0, ...perBug.map((some) => some.length)))],
    ['of what was read before', whole(alreadyRead)],
    ['promised, and neither told nor mailed', whole(missed.length)],
  ]
  return [markdownTable(['What', 'Number'], rows), ...missed.slice(0, 10)].join('\n')
}
