import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import type { TestCluster } from './test-cluster.ts'
import { openTestApp, type TestApp } from './test-app.ts'

interface WorkerFixtures {
  /** The product with its web client, on a port and a database of this worker's own. The demo is off. */
  product: TestApp & { origin: string }
}

interface TestFixtures {
  /** Signs the page's browser in as a new person with these roles. */
  signIn: (roles: readonly string[], names?: { fullName?: string; email?: string }) => ReturnType<TestApp['person']>
  /** Fails the test when the page logs an error or throws; on for every test. */
  quietConsole: void
}

/** Browser tests: `page` opens the product at its own origin, and any error in the console fails the test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    // eslint-disable-next-line no-empty-pattern -- the runner demands a destructured argument
    async ({}, use) => {
      const cluster = JSON.parse(process.env['MOTHLIGHT_TEST_CLUSTER'] ?? '') as TestCluster
      const app = await openTestApp({ LIMIT_REGISTRATIONS: '10000' }, cluster, process.env['MOTHLIGHT_TEST_WEB'])
      const origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
      await use({ ...app, origin })
      await app.end()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.origin),
  signIn: async ({ context, product }, use) => {
    await use(async (roles, names) => {
      const person = await product.person(roles, names)
      await giveSession(context, product.origin, person.cookie ?? '')
      return person
    })
  },
  quietConsole: [
    async ({ page }, use) => {
      const noise = watchConsole(page)
      await use()
      expect(noise, 'errors in the browser’s console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

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
