import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Everything that WCAG 2.2 asks on levels A and AA and a machine can see, and axe's own best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The only rules that ask for colours, and thus all that can differ between light and dark. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Waits until nothing is on its way from one look to another: half-way colours have no contrast worth measuring. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // A finished transition may start those of the elements that inherit from it.
    for (let calm = 0; calm < 3; calm++) {
      await frame()
      const moving = document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
      if (moving.length > 0) calm = 0
    }
  })
}

/**
 * Looks for accessibility defects in the page as it is now. It is run through the debugging protocol, which the page's
 * content security policy does not bind.
 * @param asked only what can be wrong with colours, for a page that was looked at in other colours before
 * @returns one line a defect and element, with axe's words on how to repair it; empty is good
 */
export async function accessibilityDefects(
  page: Page,
  asked: 'everything' | 'colours' = 'everything',
): Promise<string[]> {
  await settled(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const defects = await violationsOf(page, asked)
  // What the bar at the top covers can be scrolled free; there it must be large enough.
  const isCovered = defects.some((line) => line.startsWith('target-size') && line.includes('partially obscured'))
  if (!isCovered || (await page.evaluate(() => scrollY)) === 0) return defects
  await page.evaluate(() => scrollTo(0, 0))
  return violationsOf(page, asked)
}

async function violationsOf(page: Page, asked: 'everything' | 'colours'): Promise<string[]> {
  const options: axe.RunOptions =
    asked === 'colours'
      ? { runOnly: { type: 'rule', values: colourRules } }
      : // Targets of at least 24 by 24 pixels are off unless asked for.
        { runOnly: { type: 'tag', values: tags }, rules: { 'target-size': { enabled: true } } }
  const { violations } = await page.evaluate(
    (options) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(
        // The invisible ends of a popup, which take the Tab key and send the focus on at once.
        { exclude: [['[data-base-ui-focus-guard]']] },
        { ...options, resultTypes: ['violations'] },
      ),
    options,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary?.replace(/\s+/g, ' ')}`),
  )
}
