import type { ScaleResult } from './run-scale.ts'
import { linesOf, type ScaleLine } from './scale-figures.ts'

const [columns, width, height, gap, head] = [5, 190, 120, 24, 70]
const colours = { product: '#0b7285', thin: '#adb5bd', text: '#343a40', frame: '#dee2e6', page: '#ffffff' }

/**
 * A small chart for each scenario: processor time of a request against the number of bugs, both logarithmic and on the
 * same scale everywhere, the product's line above the thin server's.
 * @returns SVG that needs nothing else
 */
export function scaleChart(result: ScaleResult): string {
  const lines = linesOf(result)
  const costs = lines
    .flatMap(({ points }) => points.flatMap(({ product, thin }) => [product, thin]))
    .filter((n) => n > 0)
  const sizes = result.steps.map(({ bugs }) => bugs)
  const scale = {
    x: logScale(sizes, 0, width),
    // Whole powers of ten, so that the lines between them mean something.
    y: logScale(
      [10 ** Math.floor(Math.log10(Math.min(...costs, 1e3))), 10 ** Math.ceil(Math.log10(Math.max(...costs, 1e4)))],
      height,
      0,
    ),
  }
  const rows = Math.ceil(lines.length / columns)
  const [wide, high] = [columns * (width + gap) + gap, head + rows * (height + 2.2 * gap) + gap]
  const panels = lines.map((line, n) => {
    const [left, top] = [
      gap + (n % columns) * (width + gap),
      head + Math.floor(n / columns) * (height + 2.2 * gap) + gap,
    ]
    return `<g transform="translate(${left} ${top})">${panel(line, sizes, scale)}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" font-family="system-ui, sans-serif" font-size="10" fill="${colours.text}">
<rect width="${wide}" height="${high}" fill="${colours.page}"/>
<text x="${gap}" y="24" font-size="15" font-weight="600">Processor time of a request by number of bugs (µs, with the database)</text>
<line x1="${gap}" y1="44" x2="${gap + 24}" y2="44" stroke="${colours.product}" stroke-width="2"/><text x="${gap + 30}" y="48">Mothlight</text>
<line x1="${gap + 100}" y1="44" x2="${gap + 124}" y2="44" stroke="${colours.thin}" stroke-width="2"/><text x="${gap + 130}" y="48">thin server: the query of the page alone</text>
${panels.join('\n')}
</svg>
`
}

interface Scale {
  (value: number): number
  readonly ticks: readonly number[]
}

function logScale(values: readonly number[], from: number, to: number): Scale {
  const [low, high] = [Math.log10(Math.min(...values)), Math.log10(Math.max(...values))]
  const place = (value: number) => from + ((Math.log10(value) - low) / Math.max(1e-9, high - low)) * (to - from)
  const ticks = Array.from({ length: Math.floor(high) - Math.ceil(low) + 1 }, (_, n) => 10 ** (Math.ceil(low) + n))
  return Object.assign(place, { ticks })
}

function panel(line: ScaleLine, sizes: readonly number[], { x, y }: { x: Scale; y: Scale }): string {
  const path = (of: 'product' | 'thin') => {
    const at = line.points
      .filter((point) => point[of] > 0)
      .map((point) => `${x(point.bugs).toFixed(1)},${y(point[of]).toFixed(1)}`)
    const dots = at.map(
      (place) => `<circle cx="${place.split(',')[0]}" cy="${place.split(',')[1]}" r="2.5" fill="${colours[of]}"/>`,
    )
    return `<polyline points="${at.join(' ')}" fill="none" stroke="${colours[of]}" stroke-width="2"/>${dots.join('')}`
  }
  const grid = y.ticks.map(
    (tick) =>
      `<line x2="${width}" y1="${y(tick).toFixed(1)}" y2="${y(tick).toFixed(1)}" stroke="${colours.frame}"/><text x="${width}" text-anchor="end" y="${(y(tick) - 2).toFixed(1)}" font-size="8">${short(tick)}</text>`,
  )
  const labels = sizes.map(
    (size, n) =>
      `<text x="${x(size).toFixed(1)}" y="${height + 12}" font-size="8" text-anchor="${n === 0 ? 'start' : n === sizes.length - 1 ? 'end' : 'middle'}">${short(size)}</text>`,
  )
  return `<title>${escape(line.says)}</title><text y="-6" font-weight="600">${escape(line.scenario)}</text>${grid.join('')}${labels.join('')}${path('thin')}${path('product')}`
}

const short = (value: number) => (value >= 1e6 ? `${value / 1e6}M` : value >= 1e3 ? `${value / 1e3}k` : `${value}`)
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
