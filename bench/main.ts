import { runExplain } from '#bench/explain/run-explain.ts'
import type { Closing } from '#bench/processes/closing.ts'
import { runScale } from '#bench/scale/run-scale.ts'
import { scaleChart } from '#bench/scale/scale-chart.ts'
import { linesOf } from '#bench/scale/scale-figures.ts'
import { aims, scaleTable } from '#bench/scale/scale-table.ts'
import { benchPage, conditions, partReport } from './bench-report.ts'
import { type Options, readOptions, usage } from './options.ts'
import { runProgram } from './program.ts'
import { table } from './report-table.ts'
import { runBench } from './run-bench.ts'
import { resultName, saveResult } from './save-result.ts'

/** What a run may take beyond its planned load. */
const spareMinutes = 60
/** What making the data sets may take: six times of what two quiet cores need. */
const minutesPerMillionBugs = 120

await runProgram({
  name: 'bench',
  usage,
  readOptions,
  longest: ({ scale, explain, seconds, sizes, bugs }) => {
    const load = scale ? (seconds * 2 + 3) * 30 * sizes.length : seconds * 2 * 15
    const prepared = scale || explain ? sizes.reduce((sum, size) => sum + size, 0) : bugs
    const minutes = spareMinutes + (prepared / 1_000_000) * minutesPerMillionBugs
    return (load + minutes * 60) * 1000
  },
  run: async (options, say, closing) => {
    if (options.scale) return scale(options, say, closing)
    if (!options.explain) return bench(options, say, closing)
    say(`kept in ${await runExplain(options, say, closing)}`)
    return 0
  },
})

/** @returns the exit code */
async function bench(options: Options, say: (line: string) => void, closing: Closing): Promise<number> {
  const result = await runBench(options, say, (part) => console.log(`\n${partReport(part)}`), closing)
  console.log(`\n${conditions(result)}`)
  if (options.save) {
    const set = options.only.length === 0 ? 'all' : options.only.join('+')
    say(`saved as ${await saveResult(set, result, { table: benchPage(result) })}`)
  }
  const { measurements = [], wrongTotals = [] } = result.calls ?? {}
  const failed = measurements.some(({ product, thin }) => product.failures + thin.failures > 0)
  return wrongTotals.length > 0 || failed ? 1 : 0
}

/** @returns the exit code */
async function scale(options: Options, say: (line: string) => void, closing: Closing): Promise<number> {
  const result = await runScale(
    options,
    say,
    (step) => {
      console.log(`\n${step.bugs.toLocaleString('en')} bugs\n\n${table(step.measurements)}`)
      for (const { query, said, counted } of step.wrongTotals)
        console.log(`WRONG TOTAL for '${query}': ${said} instead of ${counted}`)
    },
    closing,
  )
  const sizes = result.steps.map(({ bugs }) => bugs)
  console.log(`\n${aims(linesOf(result), sizes).join('\n')}`)
  if (options.save) {
    const pictures = { table: scaleTable(result, `${resultName('scale')}.svg`), chart: scaleChart(result) }
    say(`saved as ${await saveResult('scale', result, pictures)}`)
  }
  const isWrong = result.steps.some(
    ({ measurements, wrongTotals }) =>
      wrongTotals.length > 0 || measurements.some(({ product, thin }) => product.failures + thin.failures > 0),
  )
  return isWrong ? 1 : 0
}
