import { expect, giveSession, type Product, test } from '#testing/browser-test.ts'
import { type ProductProcess, startProcess } from '#testing/product-process.ts'
import { reportForm } from '#e2e/report/report-form.ts'
import { failedCall } from '#e2e/parts/stumbling-server.ts'
import { expectToast } from '#e2e/parts/toasts.ts'
import { type BrowserContext, type Page } from '@playwright/test'
import { createServer, connect, type Server, type Socket } from 'node:net'

const title = 'The lamp goes out'

/** The lines of a log that hold this text. */
const linesWith = (log: string, text: string) =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(text))
    .map((line) => JSON.parse(line) as { msg: string; requestId?: string; reason?: string; err?: { stack?: string } })

/** Fills the report form of a product of its own process, as a new person. */
async function writeReport(page: Page, context: BrowserContext, product: Product, served: ProductProcess) {
  const { cookie = '' } = await product.person(['staff'])
  await giveSession(context, served.origin, cookie)
  await page.goto(`${served.origin}/page/bugs/report`)
  await reportForm(page).fill(title)
}

/** Sends it, expects it to fail, and reads the number in the toast. */
async function sendInVain(page: Page): Promise<string> {
  await reportForm(page).button.click()
  await expectToast(page, 'error', 'Reporting New Bug Failed')
  const reference = page.locator('.toast .reference')
  await expect(reference).toContainText('Reference:')
  return (await reference.locator('.mono').innerText()).trim()
}

test('the reference in an error’s toast finds the line in the log that says why', async ({
  page,
  context,
  product,
  quietConsole,
}) => {
  quietConsole.forgive(failedCall)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { pool } = product.database
  const served = await startProcess({ DATABASE_URL: product.url, DATA_DIR: product.config.dataDir })
  try {
    await writeReport(page, context, product, served)
    await pool.query(`alter table events add constraint refused check (type <> 'bug-reported') not valid`)
    const reference = await sendInVain(page)
    expect(reference).toMatch(/^[0-9a-hjkmnp-tv-z]{12}$/)
    await page.locator('.toast').getByRole('button', { name: 'Copy the reference' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference)

    await expect.poll(() => linesWith(served.output(), reference)).toHaveLength(1)
    const [line] = linesWith(served.output(), reference)
    expect(line).toMatchObject({ requestId: reference, msg: 'a request failed' })
    expect(line?.err?.stack).toContain('violates check constraint "refused"')
    expect(line?.err?.stack).toMatch(/server\/.*\.ts:\d+/)
    expect(served.output()).not.toContain(title)
  } finally {
    await pool.query('alter table events drop constraint if exists refused')
    await page.goto('about:blank')
    await served.end()
  }
})

test('so does the one of a request that met no database', async ({ page, context, product, quietConsole }) => {
  quietConsole.forgive(/the server responded with a status of 503|WebSocket/)
  const away = await wayTo(product.url)
  const served = await startProcess({ DATABASE_URL: away.url, DATA_DIR: product.config.dataDir })
  try {
    await writeReport(page, context, product, served)
    await away.cut()
    const reference = await sendInVain(page)
    await expect.poll(() => linesWith(served.output(), reference)).toHaveLength(1)
    const [line] = linesWith(served.output(), reference)
    expect(line).toMatchObject({ requestId: reference, msg: 'a request could not be served' })
    // Refused at once while the database is known to be away, or after it was tried.
    expect(line?.reason ?? line?.err?.stack).toMatch(/database can’t be reached|Error/)
  } finally {
    await page.goto('about:blank')
    await served.end()
    await away.cut()
  }
})

/** A way to a database that can be cut. @param url with the folder of its socket, or a host */
async function wayTo(url: string): Promise<{ url: string; cut(): Promise<void> }> {
  const target = new URL(url)
  const folder = target.searchParams.get('host')
  const port = target.port || '5432'
  const open = new Set<Socket>()
  const server: Server = createServer((near) => {
    const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(Number(port), target.hostname)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  target.searchParams.delete('host')
  target.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url: target.href,
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
