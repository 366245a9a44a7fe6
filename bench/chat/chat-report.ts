import { budgets } from '#bench/budgets.ts'
import type { ChatBenchResult, ChatPerformance } from './run-chat-bench.ts'

const { timesRelay, megabytes: mostMegabytes } = budgets.chat

/** Returns the chat's numbers as lines of text. */
export function chatReport({ measurements, perSecond, idle }: ChatBenchResult): string {
  const cells = ({ p50, p99, messagesPerSecond }: ChatPerformance) =>
    [p50.toFixed(2), p99.toFixed(2), messagesPerSecond.toFixed(0)].map((cell) => cell.padStart(9)).join('')
  const lines = measurements.map(({ visitors, product, relay }) => {
    const times = product.p99 / relay.p99
    return `${String(visitors).padStart(8)}  ${cells(product)}   ${cells(relay)}   ${times.toFixed(1)}× ${times <= timesRelay ? '' : `(budget ${timesRelay}×)`}`
  })
  const megabytes = idle.after / 1e6
  const lost = measurements.reduce((sum, { product, relay }) => sum + product.lost + relay.lost, 0)
  return [
    `Chat: round trips (visitor, staff, visitor: two stored messages) at ${perSecond} a second, beside a relay that stores nothing`,
    'visitors   ---------- product ---------   ----------- relay ----------   p99',
    '             p50 ms   p99 ms      m./s     p50 ms   p99 ms      m./s',
    ...lines,
    `${idle.connections} idle connections: ${megabytes.toFixed(0)} MB (before: ${(idle.before / 1e6).toFixed(0)} MB)` +
      (megabytes <= mostMegabytes ? '.' : `; the budget is ${mostMegabytes} MB.`),
    ...(lost > 0 ? [`${lost} messages were lost or took longer than 10 s: the numbers mean little.`] : []),
  ].join('\n')
}
