import { aims } from './gates.ts'
import type { WebBenchResult } from './run-web-bench.ts'

interface Bar {
  readonly name: string
  readonly value: number
  /** The same on plain pages; a mark in the bar. */
  readonly plain: number | undefined
}

const [left, width, row, right] = [150, 520, 22, 90]

/** The slowest twentieth of each interaction and the first screens on 4G, beside their aims, as an SVG picture. */
export function webChart(result: WebBenchResult): string {
  const interactions = result.interactions.map(({ name, product, plain }) => ({
    name,
    value: product.p95,
    plain: plain?.p95,
  }))
  const screens = result.firstScreens
    .filter(({ isGate }) => isGate)
    .map(({ screen, worst, plain }) => ({ name: `first: ${screen}`, value: worst, plain: plain?.worst }))
  const upper = chartOf('Interactions, ms, p95', interactions, aims.interaction, 30)
  const lower = chartOf('First screens on 4G, ms, slowest', screens, aims.firstScreen, 30 + upper.height)
  const height = 30 + upper.height + lower.height
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + right} ${height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
<text x="12" y="20" font-size="14">Mothlight in the browser at ${result.sizes.bugs.toLocaleString('en')} bugs (line: aim, notch: plain HTML)</text>
${upper.svg}
${lower.svg}
</svg>
`
}

function chartOf(title: string, bars: readonly Bar[], aim: number, top: number): { svg: string; height: number } {
  if (bars.length === 0) return { svg: '', height: 0 }
  const most = Math.max(aim * 1.2, ...bars.map(({ value }) => value))
  const x = (value: number) => (left + (value / most) * width).toFixed(1)
  const first = top + 30
  const end = first + bars.length * row
  const lines = bars.map(({ name, value, plain }, n) => {
    const y = first + n * row
    const notch =
      plain === undefined ? '' : `<rect x="${x(plain)}" y="${y}" width="2" height="${row - 6}" fill="#1d2733"/>`
    return `<text x="${left - 8}" y="${y + 12}" text-anchor="end">${name}</text>
<rect x="${left}" y="${y}" width="${((value / most) * width).toFixed(1)}" height="${row - 6}" fill="${value < aim ? '#3b7d5b' : '#b3552f'}"/>${notch}
<text x="${Number(x(value)) + 6}" y="${y + 12}">${value.toFixed(0)}</text>`
  })
  return {
    height: end - top + 10,
    svg: `<text x="12" y="${top + 18}" font-weight="bold">${title}</text>
${lines.join('\n')}
<line x1="${x(aim)}" x2="${x(aim)}" y1="${first - 4}" y2="${end}" stroke="#1d2733" stroke-dasharray="3 3"/>`,
  }
}
