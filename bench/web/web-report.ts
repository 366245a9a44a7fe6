import { budgets } from '#bench/budgets.ts'
import { missed } from './gates.ts'
import type { WebBenchResult } from './run-web-bench.ts'

const { web } = budgets

interface Table {
  readonly title: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Returns the numbers as text: aligned tables for a terminal, which Markdown shows as tables too. */
export function webReport(result: WebBenchResult): string {
  const tables = [
    interactionsOf(result),
    firstScreensOf(result),
    scrollsOf(result),
    screensOf(result),
    hardTextsOf(result),
  ]
  const failures = missed(result)
  const conclusion =
    failures.length === 0
      ? 'All budgets of what was measured are kept.'
      : `Missed:\n\n${failures.map((one) => `- ${one}`).join('\n')}`
  return [headOf(result), ...tables.filter(({ rows }) => rows.length > 0).map(textOf), conclusion].join('\n\n')
}

function headOf({ machine, sizes, texts }: WebBenchResult): string {
  return (
    `${sizes.bugs.toLocaleString('en')} bugs (${texts}), ${sizes.repetitions} repetitions, ${sizes.loads} loads; ` +
    `${machine.processor} × ${machine.cores}, ${machine.memoryGiB} GiB, ${machine.system}, ${machine.browser}, ` +
    `Node ${machine.node}, PostgreSQL ${machine.postgres}, commit ${machine.commit ?? 'unknown'}`
  )
}

function interactionsOf({ interactions, sizes }: WebBenchResult): Table {
  return {
    title: `From the key or button to the painted result, ms; budget: p95 below ${web.interaction}, for the next bug in split view below ${web.splitNext}, for a fact set in place below ${web.inPlace}. 'waits' is for answers, 'works' the main thread's processor time, both medians; then the same at ${sizes.reference.toLocaleString('en')} bugs and on plain HTML`,
    heads: [
      'interaction',
      'what',
      'p50',
      'p95',
      'budget',
      'waits',
      'works',
      'small p50',
      'small p95',
      'plain p50',
      'plain p95',
    ],
    rows: interactions.map(({ name, says, budget, product, small, plain }) => [
      ...[name, says, ms(product.p50), ms(product.p95), mark(product.p95 < budget)],
      ...[ms(product.waited), ms(product.worked)],
      ...[ms(small?.p50), ms(small?.p95), ms(plain?.p50), ms(plain?.p95)],
    ]),
  }
}

function firstScreensOf({ firstScreens, unused }: WebBenchResult): Table {
  return {
    title: `First screens with nothing cached, ms since the navigation began; budget on 4G: usable within ${web.firstScreen}, also the slowest`,
    heads: [
      ...['screen', 'network', 'usable', 'slowest', 'budget', 'plain', 'FCP', 'LCP', 'CLS', 'TBT'],
      ...['requests', 'JS kB', 'CSS kB', 'all kB', 'sent as', 'unused JS'],
    ],
    rows: firstScreens.map((one) => {
      const script = unused.find(({ screen }) => screen === one.screen)
      const { requests, script: js, style, all, encodings } = one.transfers
      return [
        ...[one.screen, one.network, ms(one.p50), ms(one.worst), one.isGate ? mark(one.worst < web.firstScreen) : '-'],
        ...[ms(one.plain?.p50), ms(one.firstPaint), ms(one.largestPaint), one.shift.toFixed(4), ms(one.blocked)],
        ...[String(requests), kB(js), kB(style), kB(all), encodings.join(' ')],
        script ? `${((100 * script.unused) / script.all).toFixed(0)} %` : '-',
      ]
    }),
  }
}

function scrollsOf({ scrolls }: WebBenchResult): Table {
  return {
    title: `Scrolling to the end and back; budget: no task above ${web.longTask} ms`,
    heads: [
      'page',
      'height px',
      'long tasks',
      'longest ms',
      'budget',
      'frame p50 ms',
      'frame p95 ms',
      'cpu ms/1000 px',
    ],
    rows: scrolls.map((one) => [
      ...[one.page, String(Math.round(one.height)), String(one.longTasks), ms(one.longest), mark(one.longTasks === 0)],
      ...[one.frameP50.toFixed(1), one.frameP95.toFixed(1), one.worked.toFixed(1)],
    ]),
  }
}

function screensOf({ screens }: WebBenchResult): Table {
  return {
    title: `Every screen opened by its address on 4G; budget: layout shift below ${web.shift}, no error in the console`,
    heads: ['screen', 'width', 'CLS', 'budget', 'LCP ms', 'errors', 'moved most'],
    rows: screens.map((one) => [
      ...[one.screen, String(one.width), one.shift.toFixed(4)],
      ...[mark(one.shift < web.shift && one.errors.length === 0), ms(one.largestPaint), String(one.errors.length)],
      one.shifted[0]?.replaceAll('|', '/').slice(0, 60) ?? '',
    ]),
  }
}

/** Number of texts that are shown. */
const hardest = 15

function hardTextsOf({ hardTexts }: WebBenchResult): Table {
  const sorted = hardTexts.toSorted((one, other) => other.longest - one.longest)
  return {
    title: `Pages with a text of the generator; budget: no task above ${web.text} ms. 'works' is the main thread's processor time, all tasks together, beyond that of a page with a few words. The ${hardest} hardest of ${hardTexts.length}; median ${ms(sorted[sorted.length >> 1]?.longest)} ms`,
    heads: ['text', 'characters', 'shown as', 'longest task ms', 'budget', 'works ms'],
    rows: sorted
      .slice(0, hardest)
      .map(({ text, length, shownAs, worked, longest }) => [
        ...[text.replaceAll('|', '/'), String(length), shownAs, ms(longest), mark(longest < web.text), ms(worked)],
      ]),
  }
}

const ms = (value: number | undefined) => (value === undefined ? '-' : value.toFixed(0))
const kB = (bytes: number) => (bytes / 1000).toFixed(0)
const mark = (isMet: boolean) => (isMet ? 'kept' : 'MISSED')

function textOf({ title, heads, rows }: Table): string {
  const widths = heads.map((head, column) => Math.max(3, head.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return `${title}:\n\n${[line(heads), rule, ...rows.map(line)].join('\n')}`
}
