import { chatReport } from '#bench/chat/chat-report.ts'
import { findingReport } from '#bench/finding/finding-report.ts'
import { liveReport } from '#bench/live/live-report.ts'
import { similarReport } from '#bench/similar/similar-report.ts'
import { remarks, table } from './report-table.ts'
import type { BenchResult, PartResult } from './run-bench.ts'

/** What a part found out, as lines of text. */
export function partReport({ calls, chat, live, similar, finding }: PartResult): string {
  const texts = [
    ...(calls ? [callsReport(calls)] : []),
    ...(chat ? [chatReport(chat)] : []),
    ...(live ? [liveReport(live)] : []),
    ...(similar ? [similarReport(similar)] : []),
    ...(finding ? [findingReport(finding)] : []),
  ]
  return texts.join('\n\n')
}

function callsReport(calls: NonNullable<PartResult['calls']>): string {
  const { bugs, comments, texts, measurements, wrongTotals, checkedTotals } = calls
  return [
    `${bugs.toLocaleString('en')} bugs, ${comments.toLocaleString('en')} comments (${texts})`,
    '',
    table(measurements),
    '',
    ...remarks(measurements),
    ...wrongTotals.map(({ query, said, counted }) => `WRONG TOTAL for '${query}': ${said} instead of ${counted}`),
    ...(wrongTotals.length === 0 && checkedTotals > 0
      ? [`All ${checkedTotals} totals compared with a count are exact.`]
      : []),
  ].join('\n')
}

/** With what, and under what load, was measured. */
export function conditions({ machine, load }: BenchResult): string {
  const { connections, seconds, rounds, pool } = load
  return (
    `${machine.processor} × ${machine.cores}, ${machine.memoryGiB} GiB, ${machine.system}; Node ${machine.node}, ` +
    `PostgreSQL ${machine.postgres}, Mothlight ${machine.mothlight}, commit ${machine.commit ?? 'unknown'}. ` +
    `${connections} connections, ${seconds} s each in ${rounds} rounds, ${pool} database connections a server.`
  )
}

/** The result as a page of Markdown. */
export function benchPage(result: BenchResult): string {
  const { calls, chat, live, similar, finding } = result
  const parts: PartResult[] = [
    { ...(calls && { calls }) },
    { ...(chat && { chat }) },
    { ...(live && { live }) },
    { ...(similar && { similar }) },
    { ...(finding && { finding }) },
  ]
  const texts = parts.map(partReport).filter(Boolean)
  return ['# Measured', conditions(result), ...texts.map((text) => `\`\`\`text\n${text}\n\`\`\``), ''].join('\n\n')
}
