import type { WebBenchResult } from './run-web-bench.ts'

/** What the web client promises. Milliseconds, except the layout shift, which has no unit. */
export const aims = { interaction: 100, firstScreen: 1500, longTask: 50, shift: 0.02, text: 200 } as const

/** An aim that was missed, in words. */
export function missed(result: WebBenchResult): string[] {
  const { interactions, firstScreens, scrolls, screens, hardTexts } = result
  return [
    ...interactions
      .filter(({ product }) => product.p95 >= aims.interaction)
      .map(({ name, product }) => `${name}: ${product.p95.toFixed(0)} ms p95 instead of ${aims.interaction}`),
    ...firstScreens
      .filter(({ isGate, worst }) => isGate && worst >= aims.firstScreen)
      .map(({ screen, worst }) => `first screen '${screen}': ${worst.toFixed(0)} ms instead of ${aims.firstScreen}`),
    ...scrolls
      .filter(({ longTasks }) => longTasks > 0)
      .map(
        ({ page, longTasks, longest }) =>
          `scrolling a ${page}: ${longTasks} long tasks, up to ${longest.toFixed(0)} ms`,
      ),
    ...screens
      .filter(({ shift }) => shift >= aims.shift)
      .map(
        ({ screen, width, shift }) =>
          `'${screen}' at ${width} px moves by ${shift.toFixed(3)} instead of ${aims.shift}`,
      ),
    ...screens
      .filter(({ errors }) => errors.length > 0)
      .map(({ screen, width, errors }) => `'${screen}' at ${width} px logs errors: ${errors.join('; ')}`),
    ...hardTexts
      .filter(({ longest }) => longest >= aims.text)
      .map(({ text, longest }) => `the text '${text}': a task of ${longest.toFixed(0)} ms instead of ${aims.text}`),
  ]
}
