import { runExplain } from '#bench/explain/run-explain.ts'
import type { Closing } from '#bench/processes/closing.ts'
import { runScale } from '#bench/scale/run-scale.ts'
import { budgetsOf, scalePage } from '#bench/scale/scale-page.ts'
import { benchPage, conditions, partReport } from './bench-report.ts'
import { type Options, readOptions, usage } from './options.ts'
import { runProgram } from './program.ts'
import { table } from './report-table.ts'
import { type PartResult, runBench } from './run-bench.ts'
import { saveResult } from './save-result.ts'

/** Minutes that a run may take beyond its planned load. */
const spareMinutes = 60
/** Minutes for creating the data sets: six times what two quiet cores need. */
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
    say(`written to ${await runExplain(options, say, closing)}`)
    return 0
  },
})

/** Measures at one size. @returns the exit code */
async function bench(options: Options, say: (line: string) => void, closing: Closing): Promise<number> {
  const show = (part: PartResult) => console.log(`\n${partReport(part, options.connections)}`)
  const result = await runBench(options, say, show, closing)
  console.log(`\n${conditions(result)}`)
  if (options.save) {
    say(`saved as ${await saveResult(['calls', ...options.only].join('-'), benchPage(result))}`)
  }
  const { measurements = [], wrongTotals = [] } = result.calls ?? {}
  const failed = measurements.some(({ product, thin }) => product.failures + thin.failures > 0)
  return wrongTotals.length > 0 || failed ? 1 : 0
}

/** Measures at several sizes. @returns the exit code */
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
  console.log(`\n${budgetsOf(result).join('\n')}`)
  if (options.save) say(`saved as ${await saveResult(['scale', ...options.only].join('-'), scalePage(result))}`)
  const isWrong = result.steps.some(
    ({ measurements, wrongTotals }) =>
      wrongTotals.length > 0 || measurements.some(({ product, thin }) => product.failures + thin.failures > 0),
  )
  return isWrong ? 1 : 0
}
