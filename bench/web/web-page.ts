import { budgets } from '#bench/budgets.ts'
import { markdownTable, measuredWith } from '#bench/save-result.ts'
import { missed } from './gates.ts'
import type { WebBenchResult } from './run-web-bench.ts'

const { web } = budgets

/** The result as a page of Markdown: what has a budget, the worst of each kind. */
export function webPage(result: WebBenchResult): string {
  const { machine, sizes, texts, interactions, firstScreens, scrolls, screens, hardTexts } = result
  const most = (values: readonly number[]) => Math.max(...values)
  const errors = screens.reduce((sum, screen) => sum + screen.errors.length, 0)
  const rows = [
    ...interactions.map(({ name, says, budget, product }) => [
      ...[`${name}: ${says}`, `p95 ${whole(product.p95)} ms`, `${budget} ms`],
    ]),
    ...firstScreens
      .filter(({ isGate }) => isGate)
      .map(({ screen, worst }) => [
        ...[`first screen: ${screen}, on 4G, nothing cached`, `slowest ${whole(worst)} ms`, `${web.firstScreen} ms`],
      ]),
    ...scrolls.map(({ page, longest, frameP95 }) => [
      ...[`scrolling a ${page}`, `longest task ${whole(longest)} ms, frame p95 ${whole(frameP95)} ms`],
      `${web.longTask} ms`,
    ]),
    ...(screens.length > 0
      ? [
          ['layout shift of any screen', most(screens.map(({ shift }) => shift)).toFixed(4), `${web.shift}`],
          [`errors in the console of ${screens.length} screens`, `${errors}`, '0'],
        ]
      : []),
    ...(hardTexts.length > 0
      ? [
          [
            ...[
              `any of ${hardTexts.length} hard texts`,
              `longest task ${whole(most(hardTexts.map((text) => text.longest)))} ms`,
            ],
            `${web.text} ms`,
          ],
        ]
      : []),
  ]
  const failures = missed(result)
  return `${[
    '# In the browser',
    `${measuredWith(machine)} ${machine.browser}. ${sizes.bugs.toLocaleString('en')} bugs (${texts}), ${sizes.repetitions} ` +
      `repetitions, ${sizes.loads} loads.`,
    markdownTable(['what', 'measured', 'budget'], rows),
    failures.length === 0 ? 'All budgets are kept.' : `Missed:\n\n${failures.map((one) => `- ${one}`).join('\n')}`,
  ].join('\n\n')}\n`
}

const whole = (value: number) => value.toFixed(0)
