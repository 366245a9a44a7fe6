import { judge, summary } from '#bench/budgets.ts'
import type { Measurement } from '#bench/measure.ts'
import { markdownTable, measuredWith } from '#bench/save-result.ts'
import type { ScaleResult } from './run-scale.ts'

/** The result as a page of Markdown. */
export function scalePage(result: ScaleResult): string {
  const { machine, sizes, steps, texts } = result
  const { connections, seconds, rounds } = sizes
  const first = new Map(steps.flatMap(({ measurements }) => measurements.map((one) => [one.scenario, one])))
  const rows = [...first.values()].map(({ scenario, says }) => [
    `${scenario}: ${says}`,
    ...steps.map(({ measurements }) => cellOf(measurements.find((one) => one.scenario === scenario))),
  ])
  const wrong = steps.flatMap(({ wrongTotals }) => wrongTotals)
  return `${[
    '# The same at several sizes',
    `${measuredWith(machine)} ${connections} connections, ${seconds} s each in ${rounds} rounds. Texts: ${texts}. The ` +
      'index of similar bugs is off. Requests a second, p95, and processor time of one with the database.',
    markdownTable(['bugs', ...steps.map(({ bugs }) => bugs.toLocaleString('en'))], rows),
    [...budgetsOf(result), ...(wrong.length > 0 ? [`WRONG TOTALS: ${JSON.stringify(wrong)}`] : [])].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')}\n`
}

/** Which budgets are kept at which size. */
export function budgetsOf({ steps, sizes: { connections } }: ScaleResult): string[] {
  return summary(
    steps.flatMap(({ bugs, measurements }) =>
      measurements.map((one) => ({
        name: `${one.scenario} at ${bugs.toLocaleString('en')}`,
        judgement: judge(one, { bugs, connections }),
      })),
    ),
  )
}

/** A dash where nothing was measured or nothing answered. */
function cellOf(measurement: Measurement | undefined): string {
  if (!measurement || !Number.isFinite(measurement.product.p95)) return '–'
  const { requestsPerSecond, p95, ownCpu, databaseCpu = 0 } = measurement.product
  return `${whole(requestsPerSecond)}/s, ${p95.toFixed(1)} ms, ${whole(ownCpu + databaseCpu)} µs`
}

const whole = (value: number) => Math.round(value).toLocaleString('en')
