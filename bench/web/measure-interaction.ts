import type { Browser } from '@playwright/test'
import { quantile } from '#bench/statistics.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mainThreadTime, newVisitor, type Visit } from './browser.ts'
import { type Interaction, rest } from './interactions.ts'
import type { Painted } from './probe.ts'

/** How long one interaction took; milliseconds. */
export interface InteractionTimes {
  readonly p50: number
  readonly p95: number
  /** Median of the time that it waited for answers, and of the work of the page's main thread. */
  readonly waited: number
  readonly worked: number
  readonly times: readonly number[]
}

/** Repeats an interaction in a browser of its own. @param trace file for the browser's trace; undefined for none */
export async function measureInteraction(
  browser: Browser,
  visit: Visit,
  interaction: Interaction,
  repetitions: number,
  trace?: string,
): Promise<InteractionTimes> {
  const visitor = await newVisitor(browser, visit)
  const { page, devtools } = visitor
  const measured: (Painted & { worked: number })[] = []
  try {
    // The first ones also warm up the page's code, and are not counted.
    const warmUp = 3
    if (trace) await browser.startTracing(page, { categories: traced })
    for (let n = 0; n < repetitions + warmUp; n++) {
      await interaction.prepare(page, n)
      await page.waitForTimeout(rest)
      await page.evaluate((wanted) => window.mothlightProbe.arm(wanted), interaction.wanted)
      const before = await mainThreadTime(devtools)
      await interaction.act(page, n)
      const painted = await page.evaluate(() => window.mothlightProbe.painted())
      const worked = (await mainThreadTime(devtools)) - before
      if (n >= warmUp) measured.push({ ...painted, worked })
    }
    if (trace) await writeFile(join(trace, `${interaction.name}.json`), await browser.stopTracing())
  } catch (error) {
    throw new Error(`'${interaction.name}' could not be measured at ${page.url()}`, { cause: error })
  } finally {
    await visitor.close()
  }
  const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other)
  const times = measured.map(({ painted }) => painted)
  return {
    p50: quantile(sorted(times), 0.5),
    p95: quantile(sorted(times), 0.95),
    waited: quantile(sorted(measured.map(({ waited }) => waited)), 0.5),
    worked: quantile(sorted(measured.map(({ worked }) => worked)), 0.5),
    times,
  }
}

const traced = [
  'devtools.timeline',
  'v8.execute',
  'blink.user_timing',
  'disabled-by-default-v8.cpu_profiler',
  'loading',
]
