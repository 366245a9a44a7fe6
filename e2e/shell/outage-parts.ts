import { transactor } from '#server/events/transactor.ts'
import { insertSession } from '#server/features/auth/public.ts'
import { accountWithSession } from '#testing/account-with-session.ts'
import { expect, giveSession } from '#testing/browser-test.ts'
import { openCuttingProxy } from '#testing/faults/cutting-proxy.ts'
import { startProcess } from '#testing/product-process.ts'
import type { TestCluster } from '#testing/test-cluster.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import type { BrowserContext, Page } from '@playwright/test'

export type ProductWithOutages = Awaited<ReturnType<typeof openProductWithOutages>>

/** A product in a process of its own, whose database can be taken away and given back. */
export async function openProductWithOutages(page: Page, context: BrowserContext) {
  const cluster = JSON.parse(process.env['MOTHLIGHT_TEST_CLUSTER'] ?? '') as TestCluster
  const { database, url, drop } = await openTestDatabase(cluster)
  const target = cluster.host.startsWith('/')
    ? { path: `${cluster.host}/.s.PGSQL.${cluster.port}` }
    : { host: cluster.host, port: cluster.port }
  const proxy = await openCuttingProxy(target)
  const through = new URL(url)
  through.searchParams.delete('host')
  through.hostname = '127.0.0.1'
  through.port = String(proxy.port)
  const { origin, end } = await startProcess({ DATABASE_URL: through.href, CHAT_PORT: 'off' })
  let signedIn = ''
  let account = ''
  const asked = async (path: string) => (await page.request.get(origin + path)).status()
  const permissionAsked = async () => {
    const options = { headers: { origin }, data: { permission: 'canViewData' } }
    return (await page.request.post(`${origin}/api/user/hasPermission`, options)).status()
  }
  return {
    origin,
    /** What the database holds, asked past the way that is cut. */
    rows: async (sql: string, values: readonly unknown[] = []) =>
      (await database.pool.query<Record<string, unknown>>(sql, [...values])).rows,
    signIn: async (role: string) => {
      const { userId, cookie } = await accountWithSession(database, { name: 'Moth', roles: [role] })
      await giveSession(context, origin, cookie)
      signedIn = cookie
      account = userId
      return userId
    },
    /** Gives the person of the page's browser another session. */
    signInAgain: async () => {
      const token = await transactor(database, () => {})((tx) => insertSession(tx, account, 'test'))
      await giveSession(context, origin, `mothlight_session=${token}`)
    },
    /** Logs the person of the page's browser out by another process on the same database. */
    logOutElsewhere: async () => {
      const elsewhere = await startProcess({ DATABASE_URL: url, CHAT_PORT: 'off' })
      try {
        const headers = { origin: elsewhere.origin, cookie: signedIn }
        const answer = await fetch(`${elsewhere.origin}/api/user/logout`, { method: 'POST', headers })
        expect(answer.status).toBe(200)
      } finally {
        await elsewhere.end()
      }
    },
    /** Reports a bug as the person of the page's browser. @returns its id */
    report: async (title: string) => {
      const reported = await page.request.post(`${origin}/api/bug/new`, {
        headers: { origin },
        data: { title, description: 'd', stepsToReproduce: 's' },
      })
      return ((await reported.json()) as { result: { _id: string } }).result._id
    },
    /**
     * Cuts the database off, and waits until the product knows. Until then it still answers what it remembers, such as
     * who is there.
     */
    takeDatabaseAway: async () => {
      proxy.behave('refuse')
      await expect.poll(() => asked('/api/user/loginStatus')).toBe(503)
      if (signedIn !== '') await expect.poll(permissionAsked).toBe(503)
    },
    giveDatabaseBack: async () => {
      proxy.behave('pass')
      await expect.poll(() => asked('/readyz')).toBe(200)
    },
    end: async () => {
      await page.goto('about:blank')
      await end()
      await proxy.close()
      await drop()
    },
  }
}

/** What says that nobody can be asked. */
export function outageParts(page: Page) {
  return {
    /** Across a page that is there. */
    strip: page.locator('.live-strip').getByText(/can’t be reached/),
    /** In place of a page that nobody can be asked about. */
    notice: page.getByRole('main').getByRole('alert').filter({ hasText: 'This page can’t be shown yet' }),
    loginLink: page.getByRole('banner').getByRole('link', { name: 'Login', exact: true }),
    logout: page.getByRole('banner').getByRole('button', { name: 'Logout', exact: true }),
  }
}
