import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import type { TestCluster } from './test-cluster.ts'
import { countIdleCallbacks } from './idle-callbacks.ts'
import { keepPage } from './kept-page.ts'
import { partsOf } from './late-parts.ts'
import { withPromptRoutes } from './prompt-routes.ts'
import { openTestApp, type TestApp } from './test-app.ts'
import { withUnhurriedLeaving } from './unhurried-page.ts'

/** The product with its web client, on a port and a database of its own. */
export interface Product extends TestApp {
  readonly origin: string
}

/** Somebody with an account and a session. */
export type Person = Awaited<ReturnType<TestApp['person']>>

/** What a new person is called, where a test depends on it. */
export interface Names {
  readonly fullName?: string
  readonly email?: string
}

export interface WorkerFixtures {
  /** The product of this worker, shared by its tests one after the other. The demo is off. */
  product: Product
  /** Has the page of this worker, which its tests use one after the other. */
  pages: ReturnType<typeof keepPage>
}

export interface TestFixtures {
  /** Gives a test a browser page that nobody has used, with an empty cache; for tests of loading. */
  isFirstVisit: boolean
  /** Signs the page's browser in as a new person with these roles. */
  signIn: (roles: readonly string[], names?: Names) => Promise<Person>
  /** Another browser than the test's own, signed in by this cookie; any error in its console fails the test as well. */
  openBrowser: (cookie?: string) => Promise<Page>
  /**
   * A product for this test alone, for tests that need other settings or an empty database. Its origin is not the
   * page's base: open it by its whole address.
   */
  openProduct: (settings?: Record<string, string>) => Promise<Product>
  /** The same, with the page's browser signed in there as a new person with these roles. */
  openProductAs: (roles: readonly string[]) => Promise<{ readonly product: Product; readonly person: Person }>
  /** Closes what else a test has opened in the worker's browser: pages that live on make each later test slower. */
  othersClose: void
  /** Fails the test when the page logs an error or throws; on for every test. */
  quietConsole: { /** Errors that this test provokes, by their text. */ forgive: (pattern: RegExp) => void }
}

/** Browser tests: `page` opens the product at its own origin, and any error in the console fails the test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    // eslint-disable-next-line no-empty-pattern -- the runner demands a destructured argument
    async ({}, use) => {
      const product = await startProduct({ LIMIT_REGISTRATIONS: '10000', LIMIT_CHAT_CONVERSATIONS: '10000' })
      await use(product)
      await product.end()
    },
    { scope: 'worker' },
  ],
  pages: [
    async ({ browser, product }, use) => {
      const pages = keepPage(browser, product.origin, steady)
      await use(pages)
      await pages.end()
    },
    { scope: 'worker' },
  ],
  isFirstVisit: [false, { option: true }],
  baseURL: async ({ product }, use) => use(product.origin),
  context: async ({ pages, isFirstVisit, viewport, hasTouch, isMobile, contextOptions }, use, testInfo) => {
    if (isFirstVisit) await pages.end()
    // Of what tests choose; the rest is the same for all, and the runner adds it.
    const page = await pages.lend({ ...contextOptions, viewport, hasTouch, isMobile })
    await use(page.context())
    await pages.takeBack(testInfo.status === testInfo.expectedStatus)
  },
  page: async ({ context }, use) => {
    const [page] = context.pages()
    if (!page) throw new Error('The browser has no page.')
    await use(page)
  },
  signIn: async ({ context, product }, use) => {
    await use((roles, names) => signInTo(product, context, roles, names))
  },
  openBrowser: async ({ browser, product }, use) => {
    const opened: { context: BrowserContext; noise: string[] }[] = []
    await use(async (cookie) => {
      const context = await browser.newContext({ baseURL: product.origin })
      if (cookie) await giveSession(context, product.origin, cookie)
      const page = await steady(await context.newPage())
      opened.push({ context, noise: watchConsole(page) })
      return page
    })
    const noise = opened.flatMap((one) => one.noise)
    for (const { context } of opened) await context.close()
    expect(noise, 'errors in the console of another browser').toEqual([])
  },
  openProduct: async ({ context }, use) => {
    const opened: Product[] = []
    await use(async (settings = {}) => {
      const product = await startProduct(settings)
      opened.push(product)
      return product
    })
    // A page whose server goes away says so in its console.
    if (opened.length > 0) for (const page of context.pages()) await page.goto('about:blank')
    for (const product of opened) await product.end()
  },
  openProductAs: async ({ context, openProduct }, use) => {
    await use(async (roles) => {
      const product = await openProduct()
      return { product, person: await signInTo(product, context, roles) }
    })
  },
  othersClose: [
    async ({ browser, context }, use) => {
      await use()
      for (const other of browser.contexts()) if (other !== context) await other.close()
    },
    { auto: true },
  ],
  quietConsole: [
    async ({ page }, use) => {
      const forgiven: RegExp[] = []
      const noise = watchConsole(page)
      await use({ forgive: (pattern) => void forgiven.push(pattern) })
      const unexpected = noise.filter((text) => !forgiven.some((pattern) => pattern.test(text)))
      expect(unexpected, 'errors in the browser’s console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

async function steady(page: Page): Promise<Page> {
  await countIdleCallbacks(page)
  // What is asked for before somebody waits for it counts as well.
  partsOf(page)
  return withUnhurriedLeaving(withPromptRoutes(page))
}

async function startProduct(settings: Record<string, string>): Promise<Product> {
  const cluster = JSON.parse(process.env['MOTHLIGHT_TEST_CLUSTER'] ?? '') as TestCluster
  const app = await openTestApp(settings, cluster, process.env['MOTHLIGHT_TEST_WEB'])
  const origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
  return { ...app, origin, person: (roles, names) => aPersonOf(app, roles, names) }
}

/** Creates a person. Those of the team have chosen the compact list, as people do who work through many bugs. */
async function aPersonOf(app: TestApp, roles: readonly string[], names?: Names): Promise<Person> {
  const person = await app.person(roles, names)
  if (roles.some((role) => role !== 'customer')) {
    const choose = `update users set preferences = preferences || '{"density":"compact"}' where id = $1`
    await app.database.pool.query(choose, [person.userId])
  }
  return person
}

async function signInTo(
  product: Product,
  context: BrowserContext,
  roles: readonly string[],
  names?: Names,
): Promise<Person> {
  const person = await product.person(roles, names)
  await giveSession(context, product.origin, person.cookie ?? '')
  return person
}

/** Puts a session's cookie into a browser. */
export async function giveSession(context: BrowserContext, origin: string, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
}

/** Collects what the page reports as errors. A refused call is logged by the browser itself and is no defect. */
export function watchConsole(page: Page): string[] {
  const noise: string[] = []
  page.on('pageerror', (error) => noise.push(String(error)))
  page.on('console', (message) => {
    const refusedCall = /Failed to load resource: the server responded with a status of (4\d\d|503)/.test(
      message.text(),
    )
    if (message.type() === 'error' && !refusedCall) noise.push(message.text())
  })
  return noise
}
