import { budgets } from '#bench/budgets.ts'
import type { WebBenchResult } from './run-web-bench.ts'

const { web } = budgets

/** The budgets that were missed, in words. */
export function missed(result: WebBenchResult): string[] {
  const { interactions, firstScreens, scrolls, screens, hardTexts } = result
  return [
    ...interactions
      .filter(({ product, budget }) => product.p95 >= budget)
      .map(({ name, product, budget }) => `${name}: ${product.p95.toFixed(0)} ms p95 instead of ${budget}`),
    ...firstScreens
      .filter(({ isGate, worst }) => isGate && worst >= web.firstScreen)
      .map(({ screen, worst }) => `first screen '${screen}': ${worst.toFixed(0)} ms instead of ${web.firstScreen}`),
    ...scrolls
      .filter(({ longTasks }) => longTasks > 0)
      .map(
        ({ page, longTasks, longest }) =>
          `scrolling a ${page}: ${longTasks} long tasks, up to ${longest.toFixed(0)} ms`,
      ),
    ...screens
      .filter(({ shift }) => shift >= web.shift)
      .map(
        ({ screen, width, shift }) => `'${screen}' at ${width} px moves by ${shift.toFixed(3)} instead of ${web.shift}`,
      ),
    ...screens
      .filter(({ errors }) => errors.length > 0)
      .map(({ screen, width, errors }) => `'${screen}' at ${width} px logs errors: ${errors.join('; ')}`),
    ...hardTexts
      .filter(({ longest }) => longest >= web.text)
      .map(({ text, longest }) => `the text '${text}': a task of ${longest.toFixed(0)} ms instead of ${web.text}`),
  ]
}
