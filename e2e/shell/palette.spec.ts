import { accessibilityDefects } from '#testing/axe.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { heading } from '#e2e/parts/page-parts.ts'
import { paletteParts, shortcutParts } from '#e2e/parts/palette-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { settled } from '#e2e/parts/settled.ts'

test('it opens while the server is silent, offers what the page allows, and gives the focus back', async ({
  page,
  signInWithBug,
}) => {
  const { id: bugId } = await signInWithBug(['staff'], { title: newWord() })
  const palette = paletteParts(page)
  await page.goto(`/page/bugs/list/view/${bugId}`)
  const classify = page.getByRole('link', { name: 'Classify' })
  await expect(classify).toBeVisible()
  await palette.open()
  await page.keyboard.press('Escape')
  await classify.focus()
  // The server is silent: whatever else asks it now waits.
  let letGo = () => {}
  const silence = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/**', async (route) => {
    await silence
    await route.continue().catch(() => undefined)
  })
  await page.keyboard.press('Control+k')
  await expect(palette.field).toBeFocused()
  await expect(palette.group('On this page').getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await expect(palette.group('Go to').getByRole('option', { name: 'Report a bug' })).toBeVisible()
  expect(await accessibilityDefects(page)).toEqual([])
  letGo()
  await page.keyboard.press('Escape')
  await expect(palette.dialog).toHaveCount(0)
  await expect(classify).toBeFocused()
})

test('what is typed before it is there goes into it, and Enter too', async ({ page, signIn }) => {
  await signIn(['staff'])
  const palette = paletteParts(page)
  let letGo = () => {}
  const onItsWay = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/over-page/, async (route) => {
    await onItsWay
    await route.continue()
  })
  const asked = page.waitForRequest(/over-page/)
  // The page may ask for it while it still loads, which is over once it has that.
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('button', { name: 'Jump to…' })).toBeVisible()
  await page.keyboard.press('Control+K')
  // By themselves these would lead elsewhere, and open the list of shortcuts.
  await page.keyboard.type('g b?')
  await asked
  for (let n = 0; n < 4; n++) await page.keyboard.press('Backspace')
  await page.keyboard.type('report a bug')
  await page.keyboard.press('Enter')
  await expect(palette.dialog).toHaveCount(0)
  letGo()
  await expect(page).toHaveURL(/\/page\/bugs\/report$/)
  await expect(palette.dialog).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+K')
  await expect(palette.field).toHaveValue('')
})

test('a key that comes in the moment in which it opens goes into it', async ({ page, signIn }) => {
  await signIn(['staff'])
  // A key as early as can be: when the dialog has just been opened, before anything else has its turn.
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      const field = document.activeElement
      if (!field?.matches('[role="dialog"] [role="combobox"]')) return
      observer.disconnect()
      const isTaken = !field.dispatchEvent(new KeyboardEvent('keydown', { key: 'u', bubbles: true, cancelable: true }))
      document.documentElement.dataset['firstKey'] = isTaken ? 'lost' : 'typed'
    }).observe(document, { subtree: true, childList: true })
  })
  const palette = paletteParts(page)
  await page.route(/over-page/, async (route) => {
    await expect(page.getByRole('button', { name: 'Jump to…' })).toBeVisible()
    await page.keyboard.press('Control+K')
    await route.continue()
  })
  await page.goto('/')
  await expect(palette.dialog).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-first-key', 'typed')
})

test('an action of the page is run by a few of its letters', async ({ page, product, signInWithBug }) => {
  const { id: bugId } = await signInWithBug(['staff'], { title: newWord() })
  const palette = paletteParts(page)
  await page.goto(`/page/bugs/list/view/${bugId}`)
  await expect(page.getByLabel('New comment')).toBeVisible()
  await palette.open()
  await page.keyboard.type('clo bug')
  await expect(palette.chosen).toContainText('Close this bug')
  await page.keyboard.press('Enter')
  await expect(palette.dialog).toHaveCount(0)
  await expect
    .poll(async () => (await product.database.pool.query('select is_closed from bugs where id = $1', [bugId])).rows)
    .toEqual([{ is_closed: true }])
})

test('a bug is found by its words with its status, and by its short id before anything else', async ({
  page,
  product,
  signIn,
}) => {
  const { userId } = await signIn(['customer'])
  const word = newWord()
  const id = await aBug(product, userId, { title: `${word} the one`, status: 'Resolved' })
  await aBug(product, userId, { title: 'Not named so', description: `Here stands ${word} too.` })
  const palette = paletteParts(page)
  await page.goto('/')
  await palette.open()
  await page.keyboard.type(word)
  await expect(palette.group('Bugs').getByRole('option')).toHaveCount(2)
  await expect(palette.row(`${word} the one`)).toContainText('Resolved')
  await expect(palette.row('Not named so')).toContainText(`Here stands ${word} too.`)
  await expect(palette.row(`${word} the one`).locator('mark')).toHaveText(word)

  // Sooner than the answer, on purpose.
  await palette.field.fill(id.slice(-8))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${product.origin}/page/bugs/list/view/${id}`)
  await expect(heading(page)).toBeFocused()
  await palette.open()
  await page.keyboard.press('Escape')

  await page.goto('/')
  await palette.open()
  await palette.field.fill(id.toUpperCase())
  await expect(palette.group('Bug').getByRole('option')).toHaveText(/the one/)
  await expect(palette.chosen).toContainText('the one')
})

test('earlier rows stay until the answer comes, and an outdated call is given up', async ({ page, signInWithBugs }) => {
  const [one, other] = [newWord(), newWord()]
  await signInWithBugs(['customer'], { title: `${one} alpha` }, { title: `${other} beta` })
  const palette = paletteParts(page)
  await page.goto('/')
  await palette.open()
  await palette.field.fill(one)
  await expect(palette.row('alpha')).toBeVisible()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/bug\/list.*outdated/, async (route) => {
    await held
    await route.abort().catch(() => undefined)
  })
  const asked = page.waitForRequest(/bug\/list.*outdated/)
  await palette.field.fill('outdated')
  await asked
  await expect(palette.row('alpha')).toBeVisible()
  const givenUp = page.waitForEvent('requestfailed', (request) => request.url().includes('outdated'))
  await palette.field.fill(other)
  await givenUp
  await expect(palette.row('beta')).toBeVisible()
  await expect(palette.row('alpha')).toHaveCount(0)
  letGo()
})

test('mistakes of the search language are explained, and a server that fails is told of quietly', async ({
  page,
  product,
  signInWithBug,
  whileBugsAreAway,
}) => {
  const word = newWord()
  await signInWithBug(['customer'], { title: word })
  const palette = paletteParts(page)
  await page.goto('/')
  await palette.open()
  await palette.field.fill('status:nonsense')
  await expect(palette.dialog.getByText(/status: can be/).first()).toBeVisible()
  await whileBugsAreAway(async () => {
    await palette.field.fill(word)
    await expect(palette.dialog.getByText(/Bugs could not be searched/).first()).toBeVisible()
  })
  await expect(palette.row(/^Bugs with/)).toBeVisible()
  await palette.field.fill('repo')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(product.origin + '/page/bugs/report')
})

test('it remembers the bugs one has opened, for that account alone, until it logs out', async ({
  page,
  product,
  signIn,
}) => {
  const { userId } = await signIn(['customer'])
  const title = newWord()
  const id = await aBug(product, userId, { title })
  const palette = paletteParts(page)
  await page.goto(`/page/bugs/list/view/${id}`)
  await expect(heading(page)).toHaveText(title)
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('recent')))
  await expect.poll(kept).toEqual([`mothlight-recent-bugs:${userId}`])
  // Also where it opens before it is known who is there.
  let letGo = () => {}
  const silence = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/**', async (route) => {
    await silence
    await route.continue().catch(() => undefined)
  })
  await page.goto('/')
  await palette.open()
  letGo()
  await palette.group('Recent bugs').getByRole('option', { name: title }).click()
  await expect(heading(page)).toHaveText(title)

  await signIn(['customer'])
  await page.goto('/')
  await palette.open()
  await expect(palette.group('Go to')).toBeVisible()
  await expect(palette.row(title)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.goto(`/page/bugs/list/view/${id}`)
  await expect.poll(kept).not.toContain(`mothlight-recent-bugs:${userId}`)
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect.poll(kept).toEqual([])
})

test('by keys it is walked through and opens a new tab, by the mouse it opens and closes', async ({
  page,
  context,
  product,
  signIn,
}) => {
  await test.step('the arrows walk through the rows and around their ends', async () => {
    await signIn(['customer'])
    const palette = paletteParts(page)
    await page.goto('/')
    await palette.open()
    await settled(page)
    const count = await palette.rows.count()
    await page.keyboard.press('ArrowUp')
    await expect(palette.rows.nth(count - 1)).toHaveAttribute('aria-selected', 'true')
    await expect(palette.rows.nth(count - 1)).toBeInViewport()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(palette.rows.nth(1)).toHaveAttribute('aria-selected', 'true')
    const described = await palette.field.getAttribute('aria-activedescendant')
    await expect(palette.rows.nth(1)).toHaveId(described ?? '')
  })

  await test.step('Ctrl+Enter opens a result in a new tab', async () => {
    await signIn(['customer'])
    const palette = paletteParts(page)
    await page.goto('/')
    await palette.open()
    await page.keyboard.type('users')
    await expect(palette.chosen).toContainText('Users')
    const opened = context.waitForEvent('page')
    await page.keyboard.press('Control+Enter')
    const tab = await opened
    await expect(tab).toHaveURL(product.origin + '/page/users/list')
    await expect(page).toHaveURL(product.origin + '/')
  })

  await test.step('with a mouse: the button opens it, a press beside it closes it, and the shortcuts are one press away', async () => {
    await signIn(['customer'])
    const palette = paletteParts(page)
    await page.goto('/')
    const button = page.getByRole('banner').getByRole('button', { name: 'Jump to…' })
    await button.click()
    await expect(palette.field).toBeFocused()
    await page.mouse.click(20, 400)
    await expect(palette.dialog).toHaveCount(0)
    await expect(button).toBeFocused()
    await button.click()
    await palette.dialog.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect(shortcutParts(page).dialog).toBeVisible()
    await expect(palette.dialog).toHaveCount(0)
  })
})

test('who is logged out is offered what they may open, and no bugs', async ({ page, product, signInWithBug }) => {
  const title = newWord()
  await signInWithBug(['customer'], { title })
  await page.context().clearCookies()
  const palette = paletteParts(page)
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await palette.open()
  await expect(palette.group('Go to').getByRole('option')).toHaveText([/^Home/, /^Login/, /^Register/])
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.keyboard.type(title)
  await expect(palette.dialog.getByText('Nothing here has this name.')).toBeVisible()
  expect(asked.filter((address) => address.includes('/api/bug'))).toEqual([])
  await palette.field.fill('reg')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(product.origin + '/page/login/register')
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 780 } })

  test('it opens from the menu and is used by touch', async ({ page, signInWithBug }) => {
    const title = newWord()
    await signInWithBug(['customer'], { title })
    const palette = paletteParts(page)
    await page.goto('/')
    const menu = page.getByRole('button', { name: 'Open menu' })
    await menu.tap()
    await page.getByRole('button', { name: 'Jump to…' }).tap()
    await palette.close.tap()
    await expect(palette.dialog).toHaveCount(0)
    await expect(menu).toBeFocused()
    await menu.tap()
    await page.getByRole('button', { name: 'Jump to…' }).tap()
    await palette.field.fill(title)
    await expect(palette.row(title).first()).toBeVisible()
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await accessibilityDefects(page)).toEqual([])
    await palette.group('Bugs').getByRole('option', { name: title }).tap()
    await expect(heading(page)).toHaveText(title)
  })
})
