import { listBugs } from '#shared/bugs/contract.ts'
import { heading } from '#e2e/parts/page-parts.ts'
import { paletteParts } from '#e2e/parts/palette-parts.ts'
import { expect, test } from '#e2e/screens/screen-fixtures.ts'
import type { Page } from '@playwright/test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

test.use({ isFirstVisit: true })

const cutOff = /net::ERR_FAILED|dynamically imported module/

/** Paths of the page's sheets, in the order in which they take effect. */
function sheetsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.styleSheets].flatMap(({ href }) => (href === null ? [] : [new URL(href).pathname])),
  )
}

test('home, the login and the bug list come with at most 15 kB of styles, as sent', async ({
  page,
  product,
  signIn,
}) => {
  // What is loaded when the page has nothing better to do is not part of the first screen.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0, cancelIdleCallback: () => {} }))
  const stylesSent = async (path: string, seen: string) => {
    await page.goto(path)
    await expect(heading(page)).toHaveText(seen)
    const sheets = await sheetsOf(page)
    const texts = await Promise.all(sheets.map(async (sheet) => (await fetch(product.origin + sheet)).text()))
    return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)
  }
  expect(await stylesSent('/', 'Every bug, brought to light')).toBeLessThan(15_000)
  expect(await stylesSent('/page/login', 'Login')).toBeLessThan(15_000)
  await signIn(['staff'])
  expect(await stylesSent('/page/bugs/list', 'Bugs')).toBeLessThan(15_000)
})

test('a screen is not seen before its styles are there', async ({ page, signIn }) => {
  await signIn(['staff'])
  let letGo = () => {}
  const isHeld = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/assets/bug-list-page*.css', async (route) => {
    await isHeld
    await route.continue()
  })
  await page.goto('/')
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent !== 'Bugs' || 'firstSeenWith' in window) return
      Object.assign(window, { firstSeenWith: [...document.styleSheets].map(({ href }) => href ?? '') })
    }).observe(document.body, { subtree: true, childList: true })
  })
  const asked = page.waitForRequest('**/assets/bug-list-page*.css')
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === listBugs.path)
  await page.getByRole('main').getByRole('link', { name: 'See what is open' }).first().click()
  await asked
  await answered
  // Everything else that it shows is there: its data, its code, and time to paint.
  await page.evaluate(async () => {
    const ahead = JSON.parse(document.getElementById('code-ahead')?.textContent ?? '') as { files: string[] }
    for (const file of ahead.files) if (/bug-list-page.*\.js$/.test(file)) await import(`/${file}`)
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
  letGo()
  await expect(heading(page)).toHaveText('Bugs')
  const firstSeenWith = await page.evaluate(() => (window as unknown as { firstSeenWith: string[] }).firstSeenWith)
  expect(firstSeenWith.filter((href) => href.includes('/bug-list-page'))).toHaveLength(1)
})

test('a part whose styles could not be had comes with them when it is wanted again', async ({
  page,
  signIn,
  quietConsole,
}) => {
  quietConsole.forgive(cutOff)
  await signIn(['staff'])
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0, cancelIdleCallback: () => {} }))
  await page.route('**/assets/over-page*.css', (route) => route.abort())
  await page.goto('/')
  await expect(heading(page)).toBeVisible()
  const failed = page.waitForEvent('requestfailed', (request) => /over-page.*\.css$/.test(request.url()))
  await page.keyboard.press('Control+k')
  await failed
  const { dialog } = paletteParts(page)
  await expect(dialog).toHaveCount(0)

  await page.unroute('**/assets/over-page*.css')
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(dialog).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(dialog).toHaveCSS('flex-direction', 'column')
  expect((await sheetsOf(page)).filter((sheet) => sheet.includes('over-page'))).toHaveLength(1)
})

/** Screens whose styles come from many features. */
const mixed = ['home, logged in', 'bug list with the filters open', 'an open bug', 'report form', 'profile'] as const
const more = ['user list', 'a user being edited, with wrong fields', 'assign page with somebody chosen'] as const

for (const names of [mixed, more]) {
  test(`${names.join(', ')}: each looks the same whichever other screens were open before and after it`, async ({
    page,
    openScreen,
  }) => {
    for (const name of names) {
      await test.step(name, async () => {
        await openScreen(name)
        await page.waitForLoadState('networkidle')
        await page.mouse.move(0, 0)
        const natural = await sheetsOf(page)
        const isFirst = (sheet: string) => sheet === natural[0]
        const isCommon = (sheet: string) => sheet.includes('/parts-')
        const files = await readdir(join(process.env['MOTHLIGHT_TEST_WEB'] ?? '', 'assets'))
        const all = files.filter((file) => file.endsWith('.css')).map((file) => `/assets/${file}`)
        const others = all.filter((sheet) => !isFirst(sheet) && !isCommon(sheet))
        const common = [...all.filter(isFirst), ...all.filter(isCommon)]
        expect(common).toHaveLength(2)
        await page.evaluate(noteLooks)
        for (const order of [others, others.toReversed()]) {
          expect(await page.evaluate(changedLooks, [...common, ...order])).toEqual([])
        }
      })
    }
  })
}

interface Noted {
  looksOf: (element: Element) => string
  looks: Map<Element, string>
}

/** Notes, in the page, how each element looks once the pointer has left it. Sizes and places are left out: texts that tell the time change them. */
async function noteLooks(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const left = /^(--|.*(width|height|top|right|bottom|left|block|inline|inset|size|origin)|transition|animation)/
  const kept = /^(border|padding|font-size|outline)/
  const properties = [...getComputedStyle(document.body)].filter((name) => kept.test(name) || !left.test(name))
  const looksOf = (element: Element) => {
    const styles = getComputedStyle(element)
    return properties.map((name) => `${name}: ${styles.getPropertyValue(name)}`).join('; ')
  }
  const elements = [...document.querySelectorAll('#root *:not(svg *)')]
  Object.assign(window, { looksOf, looks: new Map(elements.map((element) => [element, looksOf(element)])) })
}

/** Gives the page these sheets in this order instead of its own. @returns what looks otherwise than noted */
async function changedLooks(sheets: string[]): Promise<string[]> {
  const { looks, looksOf } = window as unknown as Noted
  const before = [...document.querySelectorAll('link[rel=stylesheet]')]
  const links = sheets.map((sheet) => Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet }))
  const areThere = links.map((link) => new Promise((resolve) => link.addEventListener('load', resolve)))
  document.head.append(...links)
  await Promise.all(areThere)
  for (const link of before) link.remove()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return [...looks].flatMap(([element, noted]) => {
    if (!element.isConnected) return []
    const old = noted.split('; ')
    const changes = looksOf(element)
      .split('; ')
      .filter((look, index) => look !== old[index])
    return changes.length > 0 ? [`${element.tagName}.${element.className}: ${changes.join('; ')}`] : []
  })
}
