import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumArguments, requireChromium } from '#testing/chromium.ts'
import { installProbe } from './probe.ts'

/** Opens the browser of the browser tests, without a window. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: requireChromium(), args: [...chromiumArguments] })
}

export const wide = { width: 1280, height: 800 }
export const narrow = { width: 390, height: 844 }

export interface Visit {
  /** `name=value` of a session; undefined for a stranger. */
  readonly cookie: string | undefined
  readonly origin: string
  readonly viewport?: { width: number; height: number }
  /** Selector of the element that makes the page usable. */
  readonly usable?: string
}

/** A page of a new browser, with nothing cached. */
export interface Visitor {
  readonly page: Page
  readonly devtools: CDPSession
  /** Errors of the console so far. */
  readonly noise: readonly string[]
  close(): Promise<void>
}

export async function newVisitor(browser: Browser, visit: Visit): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: visit.viewport ?? wide,
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
  })
  await giveCookie(context, visit)
  const page = await context.newPage()
  await page.addInitScript(installProbe, visit.usable ?? 'main h1')
  const devtools = await context.newCDPSession(page)
  // Processor time of the page's main thread, which a busy machine hardly changes.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, devtools, noise: watchConsole(page), close: () => context.close() }
}

async function giveCookie(context: BrowserContext, { cookie, origin }: Visit): Promise<void> {
  if (cookie === undefined) return
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
}

/** Returns the milliseconds of processor time that the page's main thread has used. */
export async function mainThreadTime(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** Waits until nothing is loading and nothing has moved or been painted for so many milliseconds. */
export async function settled(page: Page, quietFor = 500): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction((quietFor) => performance.now() - window.mothlightProbe.facts().last > quietFor, quietFor)
}

/** Collects the errors that the page reports. */
function watchConsole(page: Page): string[] {
  const noise: string[] = []
  page.on('pageerror', (error) => noise.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') noise.push(message.text())
  })
  return noise
}
