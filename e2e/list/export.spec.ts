import { expect, test } from '#e2e/parts/fixtures.ts'
import { paletteParts } from '#e2e/parts/palette-parts.ts'
import { newWord, numbered } from '#e2e/parts/sample-bug.ts'
import { toastDetail, toasts } from '#e2e/parts/toasts.ts'
import { readFile } from 'node:fs/promises'
import { bugList } from './bug-list-parts.ts'

test('what the list finds is saved as a file, from its menu and from the palette', async ({
  page,
  signInWithBugs,
  openList,
}) => {
  const word = newWord()
  await signInWithBugs(['customer'], ...numbered(word, 7))
  await openList(`keywords=${word}&sortBy=title`)
  await page.getByRole('button', { name: 'Actions for this list' }).click()
  const table = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export 7 bugs as CSV' }).click()
  const rows = (await readFile(await (await table).path(), 'utf8')).trimEnd().split('\r\n')
  expect(rows.map((row) => row.split(',')[1])).toEqual([
    'Title',
    ...numbered(word, 7)
      .map(({ title }) => title)
      .toSorted(),
  ])
  await expect(toasts(page)).toHaveText([/^Saved as bugs-\d{4}-\d\d-\d\d\.csv\.$/])

  const palette = paletteParts(page)
  await palette.open()
  await palette.field.fill('export')
  await expect(palette.group('On this page').getByRole('option')).toHaveText([
    /Export 7 bugs as CSV/,
    /Export 7 bugs as JSON Lines/,
  ])
  const lines = page.waitForEvent('download')
  await palette.row('JSON Lines').click()
  const saved = await lines
  expect(saved.suggestedFilename()).toMatch(/^bugs-.*\.jsonl$/)
  expect((await readFile(await saved.path(), 'utf8')).trimEnd().split('\n').at(-1)).toBe('{"type":"end","bugs":7}')
})

test('of an export that breaks off nothing is saved, and it is told', async ({
  page,
  quietConsole,
  signInWithBugs,
  openList,
}) => {
  quietConsole.forgive(/net::ERR_FAILED/)
  const word = newWord()
  await signInWithBugs(['customer'], ...numbered(word, 2))
  await openList(`keywords=${word}`)
  await page.route('**/api/bug/export*', (route) => route.abort())
  let saved = 0
  page.on('download', () => (saved += 1))
  const menu = page.getByRole('button', { name: 'Actions for this list' })
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: /CSV/ }).press('Enter')
  await expect(toasts(page)).toHaveText(['The export failed'])
  await expect(toastDetail(page)).toContainText(['Nothing was saved.'])
  await expect(menu).toBeFocused()
  await page.getByRole('region', { name: 'Status messages' }).getByRole('button', { name: 'Dismiss' }).click()
  await expect(toasts(page)).toHaveCount(0)
  // What a proxy cuts off may arrive as if it were whole.
  await page.unroute('**/api/bug/export*')
  await page.route('**/api/bug/export*', (route) =>
    route.fulfill({ contentType: 'application/jsonl', body: '{"id":"1"}\n' }),
  )
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: /JSON Lines/ }).press('Enter')
  await expect(toasts(page)).toHaveText(['The export failed'])
  expect(saved).toBe(0)
  await expect(bugList(page).cards).toHaveCount(2)
})
