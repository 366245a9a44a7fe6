import type { Measurement, Performance } from '#bench/measure.ts'
import type { ScaleResult, ScaleStep } from './run-scale.ts'

/** One scenario at one size. */
export interface ScalePoint {
  readonly bugs: number
  readonly measurement: Measurement
  /** Processor time of a request, the database's with it, in microseconds. */
  readonly product: number
  readonly thin: number
}

/** One scenario at every size, smallest first. */
export interface ScaleLine {
  readonly scenario: string
  readonly says: string
  readonly kind: Measurement['kind']
  readonly points: readonly ScalePoint[]
}

/** What grows with the number of bugs may cost so many times what it costs at `aimFrom`. */
export const aimGrowth = 1.5
export const aimFrom = 10_000

export function linesOf({ steps }: ScaleResult): ScaleLine[] {
  const names = [...new Set(steps.flatMap(({ measurements }) => measurements.map(({ scenario }) => scenario)))]
  return names.map((scenario) => {
    const points = steps.flatMap((step) => pointOf(step, scenario))
    const { says = '', kind = 'read' } = points[0]?.measurement ?? {}
    return { scenario, says, kind, points }
  })
}

function pointOf({ bugs, measurements }: ScaleStep, scenario: string): ScalePoint[] {
  const measurement = measurements.find((one) => one.scenario === scenario)
  if (!measurement) return []
  return [{ bugs, measurement, product: costOf(measurement.product), thin: costOf(measurement.thin) }]
}

const costOf = ({ ownCpu, databaseCpu }: Performance) => ownCpu + (databaseCpu ?? 0)

/** How many times a request at a size costs what it costs at another one; undefined where one was not measured. */
export function growth({ points }: ScaleLine, from: number, to: number): number | undefined {
  const at = (bugs: number) => points.find((point) => point.bugs === bugs)?.product
  const [before, after] = [at(from), at(to)]
  return before && after && after / before
}
