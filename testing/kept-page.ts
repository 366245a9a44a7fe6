import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

/** A page that tests use one after the other. */
interface KeptPage {
  readonly page: Page
  /** Leaves what it shows at once, whatever that still waits for. */
  readonly leave: Page['goto']
  readonly options: BrowserContextOptions
  uses: number
  /** True once somebody has used what can't be taken back. */
  isSpoiled: boolean
  /** What takes back what its test has done. */
  undo: (() => unknown)[]
}

/** What an emptied page shows: of the same origin, so that it keeps its process, and nothing that does anything. */
const nothing = '/healthz'

/** Returns whether a page shows nothing of the product: it is new, or was emptied. */
export const isEmpty = (page: Page): boolean =>
  !page.url().startsWith('http') || new URL(page.url()).pathname === nothing

/** A process that has shown this many tests has grown, and a new one costs half a second. */
const maxUses = 50

/** What these leave in a page or a context stays there until it is closed. */
const lasting: ReadonlySet<string> = new Set([
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
])
const clockChanges = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime']

/**
 * Keeps one page for the tests of a worker: opening a page with a process and a cache of its own costs more than most
 * tests do. The next test gets the page of the one before without its cookies, storage, routes, listeners, media and
 * size. A page whose test failed, or that has something which can't be taken back, is closed instead.
 * @param origin where the product answers GET /healthz
 * @param steady prepares a new page, before any test has it
 */
export function keepPage(browser: Browser, origin: string, steady: (page: Page) => Promise<Page>) {
  let kept: KeptPage | undefined

  async function end(): Promise<void> {
    const context = kept?.page.context()
    kept = undefined
    await context?.close()
  }

  return {
    /** Returns an empty page of a context with these options: the one that is kept, where it has them, or a new one. */
    async lend(options: BrowserContextOptions): Promise<Page> {
      if (kept && JSON.stringify(kept.options) !== JSON.stringify(options)) await end()
      if (!kept) {
        const context = await browser.newContext(options)
        const page = await context.newPage()
        const leave = page.goto.bind(page)
        kept = { page: await steady(page), leave, options, uses: 0, isSpoiled: false, undo: [] }
        watch(kept)
      }
      kept.uses++
      return kept.page
    },
    /** Empties the page for the next test, or closes it. */
    async takeBack(hasPassed: boolean): Promise<void> {
      if (!kept) return
      if (!hasPassed || kept.isSpoiled || kept.uses >= maxUses || kept.page.isClosed()) return end()
      for (const step of kept.undo.splice(0).toReversed()) await step()
      await empty(kept, origin)
    },
    end,
  }
}

/** Leaves what the page shows, and empties the context. */
async function empty({ page, leave }: KeptPage, origin: string): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await leave(`${origin}${nothing}`)
  // Out of the window: the next page would show what lies below the pointer as pointed at.
  await page.mouse.move(-1, -1)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
}

/** Notes what tests do to the page and its context, so that it can be taken back. */
function watch(kept: KeptPage): void {
  const { page, options } = kept
  const context = page.context()
  const { colorScheme = 'light', reducedMotion = 'no-preference', viewport } = options

  const spoil = () => void (kept.isSpoiled = true)
  for (const name of clockChanges) before(context.clock, name, spoil)
  for (const target of [page, context]) {
    for (const name of lasting) if (name in target) before(target, name, spoil)
    for (const name of ['on', 'once']) {
      before(target, name, (event, listener) => {
        const { removeListener } = target as { removeListener: (...given: unknown[]) => unknown }
        kept.undo.push(() => removeListener.call(target, event, listener))
      })
    }
    before(target, 'route', () => void kept.undo.push(() => target.unrouteAll({ behavior: 'ignoreErrors' })))
  }
  const { setViewportSize, emulateMedia } = page
  before(page, 'setViewportSize', () => {
    if (viewport) kept.undo.push(() => setViewportSize.call(page, viewport))
  })
  before(page, 'emulateMedia', () => {
    kept.undo.push(() =>
      emulateMedia.call(page, { media: null, colorScheme, reducedMotion, forcedColors: null, contrast: null }),
    )
  })
}

/** Calls `work` with what the method of this name is called with, whenever it is. */
function before(target: object, name: string, work: (...given: unknown[]) => void): void {
  const method = (target as Record<string, (...given: unknown[]) => unknown>)[name]
  if (!method) throw new Error(`There is nothing called ${name} to watch.`)
  Object.assign(target, {
    [name]: (...given: unknown[]) => {
      work(...given)
      return method.apply(target, given)
    },
  })
}
