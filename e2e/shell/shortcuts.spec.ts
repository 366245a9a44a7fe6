import { bugList } from '#e2e/list/bug-list-parts.ts'
import { bulkParts } from '#e2e/list/bulk-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { documentedAs, type DocumentedKey, documentedKeys } from '#testing/documents/keys-document.ts'
import { paletteParts, shortcutParts } from '#e2e/parts/palette-parts.ts'
import { pickersLoaded } from '#e2e/parts/fact-parts.ts'
import { heading } from '#e2e/parts/page-parts.ts'
import { aBug, newWord, numbered } from '#e2e/parts/sample-bug.ts'
import { settled } from '#e2e/parts/settled.ts'

test('? shows the keys of the page and nothing else, and gives the focus back', async ({ page, signInWithBug }) => {
  const title = newWord()
  await signInWithBug(['customer'], { title })
  const shortcuts = shortcutParts(page)
  await page.goto(`/page/bugs/list?keywords=${title}`)
  await expect(bugList(page).cards).toHaveCount(1)
  await page.keyboard.press('j')
  const link = page.getByRole('link', { name: title, exact: true })
  await expect(link).toBeFocused()
  await page.keyboard.press('?')
  await expect(shortcuts.dialog).toBeVisible()
  const offered = ['Next bug: j, ↓', 'Open the bug: ↵', 'Search by words: /', 'Bugs: g b']
  await expect.poll(shortcuts.all).toEqual(expect.arrayContaining(offered))
  expect((await shortcuts.all()).filter((row) => /inbox|comment|classify/i.test(row))).toEqual([])
  await page.keyboard.press('Escape')
  await expect(shortcuts.dialog).toHaveCount(0)
  await expect(link).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
  await expect(page.getByLabel('New comment')).toBeVisible()
  await page.keyboard.press('?')
  await expect(shortcuts.group('This bug')).toBeVisible()
  await expect(shortcuts.group('List')).toHaveCount(0)
  const written = ['Send: Add a comment: Ctrl ↵', 'Bold: Ctrl B']
  await expect.poll(shortcuts.all).toEqual(expect.arrayContaining(written))
})

/** Places of docs/keys.md that the following test does not open: their keys are pressed by the tests of what stands there. */
const elsewhere = [
  'After a change',
  'After the first page',
  'Bugs that were opened from a list',
  'Classifying, with similar bugs',
  'In a conversation',
  'In an edited comment',
  'In the field for a message',
  'In the field for an answer',
  'In the open filters',
  'Lists of several pages',
  'Notifications, after it',
  'Products with components',
  'Products with versions',
  'Selected bugs whose products have it',
  'Snoozing',
  'Where there are several',
  'While messages are chosen',
]

test('no page has one key for two things, and docs/keys.md has them all', async ({ page, product, signInWithBug }) => {
  const { id: bugId } = await signInWithBug(['admin', 'staff', 'support'], { title: newWord() })
  const ben = await product.person(['customer'])
  await aBug(product, ben.userId)
  const shortcuts = shortcutParts(page)
  const documented = documentedKeys()
  const seen = new Set<DocumentedKey>()
  const addresses = [
    '/',
    '/page/bugs/list',
    `/page/bugs/list/view/${bugId}`,
    // The list and the bug at once.
    `/page/bugs/list/view/${bugId}?split=true`,
    `/page/bugs/list/edit/${bugId}`,
    `/page/bugs/list/classify/${bugId}`,
    `/page/bugs/assignUser/${bugId}`,
    '/page/bugs/report',
    '/page/users/list',
    '/page/users/me',
    '/page/notifications',
    '/page/chat',
  ]
  const check = async (place: string) => {
    await settled(page)
    await expect(async () => {
      await page.keyboard.press('?')
      await expect(shortcuts.dialog).toBeVisible({ timeout: 5_000 })
    }).toPass()
    const shown = (await shortcuts.rows()).flatMap(({ group, label, keys }) =>
      keys.map((key) => ({ group, label, key })),
    )
    for (const row of shown) {
      const known = documentedAs(documented, row)
      expect(known, `${place}: ${row.group}: ${row.key}: ${row.label}`).toBeDefined()
      if (known) seen.add(known)
    }
    // Those of the place that is written in go before the same ones elsewhere.
    const written = ['Link', 'Go to the bugs found']
    const keys = shown.filter(({ label, key }) => !written.includes(label) && key !== 'Ctrl ↵').map(({ key }) => key)
    expect(keys.toSorted(), place).toEqual([...new Set(keys)].toSorted())
  }
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('heading', { level: 1 }).focus()
    await check(address)
  }
  await page.goto('/page/bugs/list')
  await bugList(page).cards.first().locator('.bug-card-link').focus()
  await page.keyboard.press('x')
  await expect(bulkParts(page).bar).toBeVisible()
  await check('bugs selected')
  expect(documented.filter((one) => !elsewhere.includes(one.where) && !seen.has(one))).toEqual([])
  expect(elsewhere.filter((where) => !documented.some((one) => one.where === where))).toEqual([])
})

test('each key that ? shows for a bug beside its list, and for a list, does something', async ({
  page,
  product,
  signIn,
}) => {
  const me = await signIn(['staff'])
  const word = newWord()
  const ids: string[] = []
  for (const facts of numbered(word, 3)) ids.push(await aBug(product, me.userId, facts))
  const shortcuts = shortcutParts(page)
  /** All that a key can change: the address, the focus, and what can be read. */
  const state = () =>
    page.evaluate(() => {
      const { activeElement, body } = document
      return [location.href, activeElement?.tagName, activeElement?.outerHTML, body.innerText].join('\n')
    })
  const isElsewhere = () =>
    page.evaluate(
      () => document.querySelector('input:focus, textarea:focus, [role=dialog], [role=listbox], [role=menu]') !== null,
    )
  for (const [group, address] of [
    ['This bug', `/page/bugs/list/view/${ids[1]}?keywords=${word}&split=true`],
    ['List', `/page/bugs/list?keywords=${word}`],
  ] as const) {
    const start = group === 'List' ? bugList(page).cards.nth(1).locator('.bug-card-link') : heading(page)
    const open = async () => {
      await page.goto(address)
      await pickersLoaded(page)
      await settled(page)
    }
    await open()
    await start.focus()
    await page.keyboard.press('?')
    const keys = (await shortcuts.rows()).filter((row) => row.group === group).flatMap((row) => row.keys)
    expect(keys.length).toBeGreaterThan(6)
    for (const key of keys) {
      if ((await isElsewhere()) || !page.url().endsWith(address)) await open()
      // A key is about the bug whose row has the focus.
      await start.focus()
      const before = await state()
      await page.keyboard.press(keyNames[key] ?? key.replace(' ', '+'))
      await expect.poll(state, `${group}: ${key}`).not.toBe(before)
      await page.keyboard.press('Escape')
    }
  }
})

/** What the list of shortcuts prints otherwise than the browser calls it. */
const keyNames: Readonly<Record<string, string>> = { '↓': 'ArrowDown', '↑': 'ArrowUp', '↵': 'Enter', Esc: 'Escape' }

test('one key after the other leads to places, for those who may open them', async ({ page, product, signIn }) => {
  await signIn(['customer'])
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
  const go = async (key: string, address: string) => {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(page).toHaveURL(product.origin + address)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
  await go('b', '/page/bugs/list')
  await go('u', '/page/users/list')
  await go('r', '/page/bugs/report')
  await go('h', '/')
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await go('u', '/page/users/list')
})

test('single keys can be switched off in the list of shortcuts; commands stay, and lead back', async ({
  page,
  signInWithBug,
}) => {
  const title = newWord()
  await signInWithBug(['customer'], { title })
  const shortcuts = shortcutParts(page)
  const palette = paletteParts(page)
  await page.goto(`/page/bugs/list?keywords=${title}`)
  await expect(bugList(page).cards).toHaveCount(1)
  await page.getByRole('button', { name: /^All keys/ }).click()
  await shortcuts.switch.uncheck()
  await expect(shortcuts.group('List')).toHaveCount(0)
  await expect.poll(shortcuts.all).toContain('Command palette: Ctrl K')
  await page.reload()
  await expect(bugList(page).cards).toHaveCount(1)
  for (const key of ['j', '?', 'g', 'h']) await page.keyboard.press(key)
  await palette.open()
  await expect(page).toHaveURL(/\/page\/bugs\/list/)
  await expect(shortcuts.dialog).toHaveCount(0)
  await palette.field.fill('keyboard')
  await page.keyboard.press('Enter')
  await shortcuts.switch.check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: title, exact: true })).toBeFocused()
})

test('where a text is written, letters are letters, Ctrl+K makes a link, and Ctrl+Alt+K opens the palette', async ({
  page,
  signInWithBug,
}) => {
  const { id: bugId } = await signInWithBug(['staff'], { title: newWord() })
  const palette = paletteParts(page)
  await page.goto(`/page/bugs/list/view/${bugId}`)
  const box = page.getByLabel('New comment')
  await box.focus()
  await page.keyboard.type('gbx?j')
  await expect(box).toHaveValue('gbx?j')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+k')
  await expect(box).toHaveValue('[gbx?j](https://)')
  await expect(palette.dialog).toHaveCount(0)
  await page.keyboard.press('Control+Alt+k')
  await expect(palette.field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(box).toBeFocused()
})

test('in an open menu and under a dialog the page’s keys do nothing', async ({ page, signInWithBug }) => {
  const title = newWord()
  await signInWithBug(['staff'], { title })
  await page.goto(`/page/bugs/list?keywords=${title}`)
  const shortcuts = shortcutParts(page)
  await bugList(page)
    .cards.getByRole('button', { name: /^Actions/ })
    .click()
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('?')
  await page.keyboard.press('/')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await expect(shortcuts.dialog).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(shortcuts.dialog).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.press('Control+k')
  await expect(paletteParts(page).dialog).toHaveCount(0)
  await expect(shortcuts.dialog.locator(':focus')).toHaveCount(1)
})
