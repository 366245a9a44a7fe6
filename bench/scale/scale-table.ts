import { aim, missesAim, percent } from '#bench/report-table.ts'
import type { ScaleResult } from './run-scale.ts'
import { aimFrom, aimGrowth, growth, linesOf, type ScaleLine } from './scale-figures.ts'

/** The result as a page of Markdown. @param chart the file name of its chart */
export function scaleTable(result: ScaleResult, chart: string): string {
  const { machine, sizes, steps } = result
  const lines = linesOf(result)
  const bugs = steps.map((step) => step.bugs)
  const { processor, cores, memoryGiB, system, node, postgres, mothlight, commit, ...libraries } = machine
  const versions = Object.entries(libraries).map(([name, version]) => `${name} ${String(version)}`)
  return [
    '# The same at several sizes',
    '',
    `${processor} × ${cores}, ${memoryGiB} GiB, ${system}; Node ${node}, PostgreSQL ${postgres}, ${versions.join(', ')}; ` +
      `Mothlight ${mothlight}, commit ${commit ?? 'unknown'}. ${sizes.connections} connections, ${sizes.seconds} s each in ` +
      `${sizes.rounds} rounds. Texts: ${result.texts}. The index of similar bugs is off.`,
    '',
    ...steps.map(
      (step) =>
        `- ${number(step.bugs)} bugs, ${number(step.comments)} comments, ${number(step.events)} events` +
        (step.wrongTotals.length > 0 ? `; WRONG TOTALS: ${JSON.stringify(step.wrongTotals)}` : ''),
    ),
    '',
    `![chart](${chart})`,
    '',
    '## Requests a second',
    '',
    'In parentheses the share of the thin server, which does nothing but the query of the page, in the same run; a dash ' +
      'where one of the two gave no answer in that time.',
    '',
    table(
      bugs,
      lines,
      ({ measurement: { product, ratio } }) => `${number(product.requestsPerSecond)} (${percent(ratio)})`,
    ),
    '',
    '## Processor time of a request, with the database, in µs',
    '',
    'Behind it how many times that is what it is with the fewest bugs; in parentheses the thin server’s.',
    '',
    table(bugs, lines, ({ product, thin, bugs: size }, line) => {
      const times = size === bugs[0] ? undefined : growth(line, bugs[0] ?? size, size)
      return `${number(product)}${times === undefined ? '' : ` ×${times.toFixed(1)}`} (${number(thin)})`
    }),
    '',
    '## Milliseconds, median and 99th of a hundred',
    '',
    table(bugs, lines, ({ measurement: { product } }) =>
      Number.isFinite(product.p50) ? `${product.p50.toFixed(1)} / ${product.p99.toFixed(1)}` : '–',
    ),
    '',
    '## Aims',
    '',
    ...aims(lines, bugs),
    '',
  ].join('\n')
}

function table(
  bugs: readonly number[],
  lines: readonly ScaleLine[],
  cell: (point: ScaleLine['points'][number], line: ScaleLine) => string,
): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(['', ...bugs.map(number)]),
    row(['---', ...bugs.map(() => '--:')]),
    ...lines.map((line) =>
      row([
        `${line.scenario}: ${line.says.replaceAll('|', '\\|')}`,
        ...bugs.map((size) => {
          const point = line.points.find((one) => one.bugs === size)
          return point ? cell(point, line) : ''
        }),
      ]),
    ),
  ].join('\n')
}

/** Which aims are met, and by how much the others are missed. */
export function aims(lines: readonly ScaleLine[], bugs: readonly number[]): string[] {
  const most = bugs.at(-1) ?? 0
  const reads = lines.filter(({ kind }) => kind === 'read')
  const grown = reads.flatMap((line) => {
    const times = growth(line, aimFrom, most)
    return most > aimFrom && times !== undefined ? [{ name: line.scenario, times }] : []
  })
  const tooMuch = grown.filter(({ times }) => times > aimGrowth)
  const slow = reads.flatMap(({ scenario, points }) =>
    points
      .filter(({ measurement }) => missesAim(measurement))
      .map(({ bugs: size, measurement }) => `${scenario} at ${number(size)} (${percent(measurement.ratio)})`),
  )
  return [
    ...(grown.length === 0
      ? []
      : [
          `- Processor time at ${number(most)} within ${aimGrowth} times that at ${number(aimFrom)}: ` +
            `${grown.length - tooMuch.length} of ${grown.length} reads.` +
            missed(tooMuch.map(({ name, times }) => `${name} ×${times.toFixed(1)}`)),
        ]),
    `- ${percent(aim)} of the thin server’s requests a second: ` +
      `${count(reads) - slow.length} of ${count(reads)} figures.` +
      missed(slow),
  ]
}

const count = (lines: readonly ScaleLine[]) => lines.reduce((sum, { points }) => sum + points.length, 0)
const missed = (names: readonly string[]) => (names.length === 0 ? '' : ` Missed: ${names.join(', ')}.`)
const number = (value: number) => Math.round(value).toLocaleString('en')
