import { closeBug, viewBug } from '#shared/bugs/contract.ts'
import { setLinks } from '#shared/links/contract.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { view } from '#e2e/parts/page-parts.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import { reported, timelineParts } from '#e2e/parts/timeline-parts.ts'
import { expectToast } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

/** The bugs that are linked so. */
const linked = (page: Page, label: string) =>
  page.locator('.bug-fact').filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })

test('a bug is linked by words, both show it, a closed blocker says so, and Undo ends the link', async ({
  page,
  product,
  signIn,
}) => {
  const ann = await signIn(['staff'], { fullName: 'Ann Ash' })
  const word = newWord()
  const blocker = await reported(await product.person(['customer']), { title: `${word} bulb` })
  const bugId = await reported(ann, { title: `${word} lamp` })
  await page.goto(view(bugId))
  await page.getByRole('button', { name: 'Link a bug' }).click()
  await page.getByRole('menuitem', { name: 'Blocked by' }).click()
  const picker = page.getByRole('dialog', { name: 'Blocked by' })
  await picker.getByRole('combobox').fill(`${word} bulb`)
  await picker.getByRole('option', { name: `${word} bulb` }).click()
  await expectToast(page, 'success', 'Bug linked')
  await expect(linked(page, 'Blocked by')).toContainText(new RegExp(`Open[A-Z]+-\\d+ ${word} bulb`))
  await expect(
    timelineParts(page).change(new RegExp(`Ann Ash added [A-Z]+-\\d+ ${word} bulb as blocking it`)),
  ).toBeVisible()

  await ann.call(closeBug, { params: { bugId: blocker }, body: { closed: true } })
  await page.goto(view(blocker))
  await expect(linked(page, 'Blocks')).toContainText(`${word} lamp`)
  await page.goto(view(bugId))
  await expect(linked(page, 'Blocked by')).toContainText(new RegExp(`Closed[A-Z]+-\\d+ ${word} bulb`))

  await linked(page, 'Blocked by')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expectToast(page, 'success', 'Link removed')
  await expect(linked(page, 'Blocked by')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(linked(page, 'Blocked by')).toContainText(`${word} bulb`)
  await expect
    .poll(async () => (await ann.call(viewBug, { params: { bugId } })).body.result.links.map(({ kind }) => kind))
    .toEqual(['blocked-by'])
})

test('who may not classify reads links and changes none', async ({ page, product, signIn }) => {
  const cleo = await signIn(['customer'])
  const staff = await product.person(['staff'])
  const [parent, bugId] = [await reported(staff, { title: newWord() }), await reported(cleo)]
  await staff.call(setLinks, { params: { bugId }, body: { add: [{ kind: 'parent', bugId: parent }] } })
  await page.goto(view(bugId))
  await expect(linked(page, 'Parent').getByRole('link')).toBeVisible()
  await expect(page.getByRole('button', { name: /Link a bug|^Remove/ })).toHaveCount(0)
})
