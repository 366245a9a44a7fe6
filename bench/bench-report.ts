import { bulkReport } from '#bench/bulk/bulk-report.ts'
import { chatReport } from '#bench/chat/chat-report.ts'
import { findingReport } from '#bench/finding/finding-report.ts'
import { liveReport } from '#bench/live/live-report.ts'
import { newsReport } from '#bench/news/news-report.ts'
import { similarReport } from '#bench/similar/similar-report.ts'
import { remarks, table, tableInMarkdown } from './report-table.ts'
import type { BenchResult, PartResult } from './run-bench.ts'
import type { CallsResult } from './run-calls.ts'
import { measuredWith } from './save-result.ts'

/** What a part found out, as lines of text. @param connections that sent the requests */
export function partReport(part: PartResult, connections: number): string {
  const { calls } = part
  const ofCalls =
    calls && [headOf(calls), '', table(calls.measurements), '', ...remarksOf(calls, connections)].join('\n')
  return [...(ofCalls ? [ofCalls] : []), ...otherReports(part)].join('\n\n')
}

function otherReports({ chat, live, similar, finding, bulk, news }: PartResult): string[] {
  return [
    ...(chat ? [chatReport(chat)] : []),
    ...(live ? [liveReport(live)] : []),
    ...(similar ? [similarReport(similar)] : []),
    ...(finding ? [findingReport(finding)] : []),
    ...(bulk ? [bulkReport(bulk)] : []),
    ...(news ? [newsReport(news)] : []),
  ]
}

const headOf = ({ bugs, comments, texts }: CallsResult) =>
  `${bugs.toLocaleString('en')} bugs, ${comments.toLocaleString('en')} comments (${texts})`

function remarksOf({ bugs, measurements, wrongTotals, checkedTotals }: CallsResult, connections: number): string[] {
  return [
    ...remarks(measurements, { bugs, connections }),
    ...wrongTotals.map(({ query, said, counted }) => `WRONG TOTAL for '${query}': ${said} instead of ${counted}`),
    ...(wrongTotals.length === 0 && checkedTotals > 0
      ? [`All ${checkedTotals} totals compared with a count are exact.`]
      : []),
  ]
}

/** Returns the machine and the load of the measurement. */
export function conditions({ machine, load }: BenchResult): string {
  const { connections, seconds, rounds, pool } = load
  return (
    `${measuredWith(machine)} ${connections} connections, ${seconds} s each in ${rounds} rounds, ` +
    `${pool} database connections a server.`
  )
}

/** Returns the result as a page of Markdown. */
export function benchPage(result: BenchResult): string {
  const { calls, load } = result
  const ofCalls = calls
    ? [headOf(calls), tableInMarkdown(calls.measurements), remarksOf(calls, load.connections).join('\n')]
    : []
  const others = otherReports(result).map((text) => `\`\`\`text\n${text}\n\`\`\``)
  return `${['# Calls', conditions(result), ...ofCalls, ...others].join('\n\n')}\n`
}
