import { accountWithSession } from '#testing/account-with-session.ts'
import { expect, giveSession, test } from '#testing/browser-test.ts'
import { openCuttingProxy } from '#testing/faults/cutting-proxy.ts'
import { startProcess } from '#testing/product-process.ts'
import type { TestCluster } from '#testing/test-cluster.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { chatParts } from './chat-parts.ts'
import { editForm, editMine } from './edit-form.ts'
import { dismissToasts, expectToast, toasts } from './toasts.ts'

test('while the database is away an edit and a chat line are kept, and both go on afterwards', async ({
  page,
  context,
  quietConsole,
}) => {
  quietConsole.forgive(/WebSocket connection/)
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
  const product = await startProcess({ DATABASE_URL: through.href, CHAT_PORT: 'off' })
  try {
    const { cookie } = await accountWithSession(database, { name: 'Moth', roles: ['customer'] })
    await giveSession(context, product.origin, cookie)
    const reported = await page.request.post(`${product.origin}/api/bug/new`, {
      headers: { origin: product.origin },
      data: { title: 'Before', description: 'd', stepsToReproduce: 's' },
    })
    const { result } = (await reported.json()) as { result: { _id: string } }
    await page.goto(product.origin + editMine(result._id))
    const [form, chat] = [editForm(page), chatParts(page)]
    await chat.open()
    await chat.say('while it was there')
    await form.title.fill('After')

    proxy.behave('refuse')
    const readiness = async () => (await page.request.get(`${product.origin}/readyz`)).status()
    await expect.poll(readiness).toBe(503)
    await form.update.click()
    // What else the page asks at such a moment may fail, too.
    await expect(toasts(page).filter({ hasText: 'Updated Bug Failed' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(/The database (can’t be reached|was lost)/)
    await dismissToasts(page)
    await expect(form.title).toHaveValue('After')
    await chat.input.fill('while it was away')
    await chat.input.press('Enter')
    await expect(chat.box.getByText('while it was away')).toBeVisible()

    proxy.behave('pass')
    await expect.poll(readiness).toBe(200)
    await expect(form.title).toHaveValue('After')
    await form.update.click()
    await expectToast(page, 'success', 'Updated Bug Successfully')
    const title = async () => (await database.pool.query('select title from bugs')).rows
    expect(await title()).toEqual([{ title: 'After' }])
    const said = async () =>
      (await database.pool.query<{ message: string }>('select message from chat_lines order by seq')).rows.map(
        ({ message }) => message,
      )
    await expect.poll(said, { timeout: 20_000 }).toEqual(['while it was there', 'while it was away'])
    await expect(chat.box.getByText('Sending…')).toHaveCount(0)
  } finally {
    await page.goto('about:blank')
    await product.end()
    await proxy.close()
    await drop()
  }
})
