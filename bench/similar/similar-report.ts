import { budgets } from '#bench/budgets.ts'
import type { CallTimes, SimilarBenchResult } from './run-similar-bench.ts'

/** Returns the numbers of similar bugs as lines of text. */
export function similarReport(result: SimilarBenchResult): string {
  const { alone, typing, readyAfter, delayWhileReading, memory } = result
  const most = budgets.start.similar
  const line = ({ what, calls, p50, p95, cpu }: CallTimes, prefix = '') =>
    `${`${prefix}${what}`.padEnd(44)}${String(calls).padStart(6)}${p50.toFixed(1).padStart(9)}${p95.toFixed(1).padStart(9)}${cpu.toFixed(1).padStart(9)}`
  const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`
  return [
    `Similar bugs among ${result.bugs.toLocaleString('en')} (${result.texts}), from the call to its answer`,
    `${'asked for'.padEnd(44)} calls   p50 ms   p95 ms   cpu ms`,
    ...alone.map((times) => line(times)),
    line(typing.calls, `${typing.people} people at once: `),
    `Event loop late while they type: p50 ${typing.delay.p50.toFixed(1)} ms, p99 ${typing.delay.p99.toFixed(1)} ms, ` +
      `at most ${typing.delay.max.toFixed(1)} ms; while all bugs are read: p99 ${delayWhileReading.p99.toFixed(1)} ms, ` +
      `at most ${delayWhileReading.max.toFixed(1)} ms.`,
    `Ready ${readyAfter.on.toFixed(1)} s after the start (${readyAfter.on <= most ? 'within' : 'not within'} ${most}); other calls were answered after ${readyAfter.off.toFixed(1)} s.`,
    `Resident memory ${mebibytes(memory.on)}, ${mebibytes(memory.off)} with SIMILAR=off.`,
  ].join('\n')
}
