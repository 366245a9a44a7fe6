import type { Browser, CDPSession, Page } from '@playwright/test'
import { quantile } from '#bench/statistics.ts'
import { paths } from '#web/lib/paths.ts'
import { newVisitor, settled } from './browser.ts'
import { type Network, networks, throttle } from './networks.ts'
import { type Transfers, watchTransfers } from './transfers.ts'
import type { World } from './world.ts'

/** A screen that people open from outside: with nothing cached, over a throttled network. */
export interface FirstScreen {
  readonly name: string
  readonly address: string
  readonly cookie: string | undefined
  /** Selector of the content that people want. */
  readonly usable: string
}

/** Milliseconds since the navigation began, unless stated otherwise. */
export interface FirstScreenTimes {
  readonly screen: string
  readonly network: string
  readonly isGate: boolean
  /** When the screen could be used: the median and the slowest. */
  readonly p50: number
  readonly worst: number
  readonly firstPaint: number
  readonly largestPaint: number
  readonly shift: number
  readonly shifted: readonly string[]
  /** Sum of the time of long tasks beyond 50 ms, in which input would have to wait. */
  readonly blocked: number
  readonly transfers: Transfers
}

/** The share of the scripts that was never run. */
export interface UnusedScript {
  readonly screen: string
  /** Characters of all scripts that were loaded. */
  readonly all: number
  readonly unused: number
}

export function firstScreens(world: World): FirstScreen[] {
  const { origin, cookie, bugIds } = world
  return [
    { name: 'list', address: `${origin}${paths.bugList}`, cookie, usable: 'ul[aria-label="Bugs"] .bug-card' },
    { name: 'bug', address: `${origin}${paths.viewBug(bugIds[0] ?? '')}`, cookie, usable: '.bug-words section' },
    { name: 'login', address: `${origin}${paths.login}`, cookie: undefined, usable: 'main input[type="password"]' },
    { name: 'report', address: `${origin}${paths.reportBug}`, cookie, usable: 'main form textarea' },
  ]
}

export async function measureFirstScreens(
  browser: Browser,
  screens: readonly FirstScreen[],
  loads: number,
  say: (line: string) => void,
): Promise<FirstScreenTimes[]> {
  const all: FirstScreenTimes[] = []
  for (const network of networks) {
    for (const screen of screens) {
      say(`first screen: ${screen.name}, ${network.says}`)
      all.push(await measureFirstScreen(browser, screen, network, loads))
    }
  }
  return all
}

async function measureFirstScreen(
  browser: Browser,
  screen: FirstScreen,
  network: Network,
  loads: number,
): Promise<FirstScreenTimes> {
  const usables: number[] = []
  const facts = []
  for (let n = 0; n < loads; n++) {
    const { page, devtools, close } = await newVisitor(browser, { ...screen, origin: new URL(screen.address).origin })
    try {
      await throttle(devtools, network)
      const transfers = watchTransfers(devtools)
      usables.push(await usableAt(page, screen.address))
      // What follows after the screen is usable is the same each time, so one measurement is enough.
      if (n > 0) continue
      await settled(page)
      facts.push({ ...(await page.evaluate(() => window.mothlightProbe.facts())), transfers: transfers() })
    } finally {
      await close()
    }
  }
  const [first] = facts
  if (!first) throw new Error('nothing was loaded')
  const sorted = usables.toSorted((one, other) => one - other)
  return {
    screen: screen.name,
    network: network.name,
    isGate: network.isGate,
    p50: quantile(sorted, 0.5),
    worst: quantile(sorted, 1),
    firstPaint: first.firstPaint,
    largestPaint: first.largestPaint,
    shift: first.shift,
    shifted: first.shifted,
    blocked: first.longTasks.reduce((sum, task) => sum + task - 50, 0),
    transfers: first.transfers,
  }
}

async function usableAt(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  const usable = await page.waitForFunction(() => window.mothlightProbe.facts().usable, undefined, { polling: 100 })
  return usable.evaluate((value) => value ?? Number.NaN)
}

/** Loads each screen once and reads from the browser which functions of its scripts ran. */
export async function measureUnusedScript(browser: Browser, screens: readonly FirstScreen[]): Promise<UnusedScript[]> {
  const all: UnusedScript[] = []
  for (const screen of screens) {
    const { page, devtools, close } = await newVisitor(browser, { ...screen, origin: new URL(screen.address).origin })
    try {
      all.push({ screen: screen.name, ...(await coverageOf(page, devtools, screen.address)) })
    } finally {
      await close()
    }
  }
  return all
}

async function coverageOf(page: Page, devtools: CDPSession, address: string): Promise<{ all: number; unused: number }> {
  await devtools.send('Profiler.enable')
  await devtools.send('Profiler.startPreciseCoverage', { callCount: false, detailed: true })
  await page.goto(address)
  await settled(page)
  const { result } = await devtools.send('Profiler.takePreciseCoverage')
  let [all, unused] = [0, 0]
  for (const script of result.filter(({ url }) => url.startsWith('http'))) {
    const ranges = script.functions.flatMap((one) => one.ranges)
    const length = Math.max(0, ...ranges.map(({ endOffset }) => endOffset))
    const ran = new Uint8Array(length).fill(1)
    // Inner ranges follow the ranges around them and are more precise.
    for (const { startOffset, endOffset, count } of ranges) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset)
    all += length
    unused += ran.filter((one) => one === 0).length
  }
  return { all, unused }
}
