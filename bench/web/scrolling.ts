import type { Browser, CDPSession, Page } from '@playwright/test'
import { quantile } from '#bench/statistics.ts'
import { paths } from '#web/lib/paths.ts'
import { mainThreadTime, newVisitor, settled } from './browser.ts'
import type { World } from './world.ts'

/** The figures of scrolling a long page down and back. */
export interface Scroll {
  readonly page: string
  /** Pixels of one direction, 30,000 at most. */
  readonly height: number
  /** Number of tasks of more than 50 ms, and the longest of them in milliseconds; 0 where there was none. */
  readonly longTasks: number
  readonly longest: number
  /** Milliseconds between two frames. */
  readonly frameP50: number
  readonly frameP95: number
  /** Milliseconds of processor time of the main thread per 1,000 pixels. */
  readonly worked: number
}

/** Largest distance in pixels, and speed in pixels per second, like repeated flicks. */
const [far, speed] = [30_000, 4000]

export async function measureScrolling(browser: Browser, world: World, say: (line: string) => void): Promise<Scroll[]> {
  const list = `${world.origin}${paths.bugList}?pageSize=100`
  const long = `${world.origin}${paths.viewBug(world.longBugId)}`
  say('scrolling: a list of 100 bugs')
  const ofList = await scrolled(browser, world, 'list of 100 bugs', list, async (page) => {
    await page.locator('.bug-card').nth(99).waitFor()
  })
  say('scrolling: a bug with 500 comments')
  const ofBug = await scrolled(browser, world, 'bug with 500 comments', long, async (page) => {
    await page.locator('.timeline .comment').first().waitFor()
    const earlier = page.getByRole('button', { name: 'Show earlier' })
    const entries = page.locator('.timeline > li')
    for (let known = await entries.count(); await earlier.isVisible(); known = await entries.count()) {
      await earlier.click()
      await page.waitForFunction((count) => document.querySelectorAll('.timeline > li').length > count, known)
    }
  })
  return [ofList, ofBug]
}

async function scrolled(
  browser: Browser,
  { origin, cookie }: World,
  name: string,
  address: string,
  prepare: (page: Page) => Promise<void>,
): Promise<Scroll> {
  const { page, devtools, close } = await newVisitor(browser, { origin, cookie })
  try {
    await page.goto(address)
    await prepare(page)
    await settled(page)
    await page.evaluate(() => {
      window.scrollTo(0, 0)
      window.mothlightFrames = []
      const note = (now: number) => {
        window.mothlightFrames.push(now)
        requestAnimationFrame(note)
      }
      requestAnimationFrame(note)
    })
    const tasks = async () => (await page.evaluate(() => window.mothlightProbe.facts())).longTasks
    const before = (await tasks()).length
    const workedBefore = await mainThreadTime(devtools)
    await scroll(devtools, -far)
    const height = await page.evaluate(() => window.scrollY)
    await scroll(devtools, height)
    const worked = (await mainThreadTime(devtools)) - workedBefore
    const long = (await tasks()).slice(before)
    const frames = await page.evaluate(() => window.mothlightFrames)
    const gaps = frames.slice(1).map((frame, n) => frame - (frames[n] ?? frame))
    const sorted = gaps.toSorted((one, other) => one - other)
    return {
      page: name,
      height,
      longTasks: long.length,
      longest: Math.max(0, ...long),
      frameP50: quantile(sorted, 0.5),
      frameP95: quantile(sorted, 0.95),
      worked: (worked / height) * 500,
    }
  } finally {
    await close()
  }
}

/** Scrolls as a wheel does, by so many pixels or to the end. */
async function scroll(devtools: CDPSession, yDistance: number): Promise<void> {
  await devtools.send('Input.synthesizeScrollGesture', { x: 640, y: 400, yDistance, speed, gestureSourceType: 'mouse' })
}

declare global {
  interface Window {
    /** Times of the frames of this page. */
    mothlightFrames: number[]
  }
}
