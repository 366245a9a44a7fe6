import { joinBug } from '#shared/following/contract.ts'
import { factParts } from '#e2e/parts/fact-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { view } from '#e2e/parts/page-parts.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { reported, timelineParts } from '#e2e/parts/timeline-parts.ts'
import { dismissToasts, expectToast } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

function interest(page: Page) {
  const group = page.getByRole('main').getByRole('group', { name: 'You and this bug' })
  return {
    group,
    follow: group.getByRole('button', { name: /^Follow\b/ }),
    following: group.getByRole('button', { name: /^Following/ }),
    join: group.getByRole('button', { name: 'This affects me too', exact: true }),
    joined: group.getByRole('button', { name: /^Affects you/ }),
    affects: (words: string) => group.getByText(words, { exact: true }),
  }
}

test('a bug is followed and left, counted at once, by button and by key', async ({
  page,
  product,
  signIn,
  holdCalls,
}) => {
  const bugId = await reported(await product.person(['customer']))
  await signIn(['customer'])
  await page.goto(view(bugId))
  const part = interest(page)
  await expect(part.follow).toHaveText(/1/)
  const held = await holdCalls('**/follow')
  await part.follow.click()
  // Before the server has answered.
  await expect(part.following).toHaveText(/2/)
  await held.letGo()
  await page.reload()
  await expect(part.following).toHaveText(/2/)
  await page.keyboard.press('Shift+F')
  await expect(part.follow).toHaveText(/1/)
  await page.reload()
  await expect(part.follow).toHaveText(/1/)
})

test('a follow that fails is taken back and told', async ({ page, product, signIn, quietConsole }) => {
  quietConsole.forgive(/net::ERR_FAILED/)
  const bugId = await reported(await product.person(['customer']))
  await signIn(['customer'])
  await page.goto(view(bugId))
  const part = interest(page)
  await expect(part.follow).toHaveText(/1/)
  await page.route('**/follow', (route) => route.abort())
  await part.follow.click()
  await expectToast(page, 'error', 'This bug is not followed')
  await expect(part.follow).toHaveText(/1/)
})

test('“This affects me too” counts, follows, stands in the timeline, and can be taken back', async ({
  page,
  product,
  signIn,
}) => {
  const bugId = await reported(await product.person(['customer']))
  await signIn(['customer'], { fullName: 'Ann Ash' })
  await page.goto(view(bugId))
  const part = interest(page)
  await expect(part.affects('affects 1 person')).toBeVisible()
  await part.join.click()
  await expectToast(page, 'success', 'You are affected too')
  await expect(part.affects('affects 2 people')).toBeVisible()
  await expect(part.following).toHaveText(/2/)
  const timeline = timelineParts(page)
  await expect(timeline.change('Ann Ash is affected by this bug too')).toBeVisible()
  await dismissToasts(page)
  await part.joined.click()
  await expectToast(page, 'success', 'You are not affected any more')
  await expect(part.affects('affects 1 person')).toBeVisible()
  await expect(part.join).toBeFocused()
  await expect(timeline.change('Ann Ash is not affected by this bug any more')).toBeVisible()
  await expect(part.following).toBeVisible()
})

test('its reporter is affected anyway, and follows it', async ({ page, signIn }) => {
  const bugId = await reported(await signIn(['customer']))
  await page.goto(view(bugId))
  const part = interest(page)
  await expect(part.following).toBeVisible()
  await expect(part.affects('affects 1 person')).toBeVisible()
  await expect(part.join).toHaveCount(0)
})

test('commenting follows a bug', async ({ page, product, signIn }) => {
  const bugId = await reported(await product.person(['customer']))
  const me = await signIn(['customer'])
  await page.goto(view(bugId))
  await expect(interest(page).follow).toHaveText(/1/)
  await aComment(me, bugId, 'Me too.')
  await expect(interest(page).following).toHaveText(/2/)
})

test('whoever looks at a bug sees how many it affects by now', async ({ page, product, signIn }) => {
  const bugId = await reported(await product.person(['customer']))
  const other = await product.person(['customer'], { fullName: 'Ben Birch' })
  await signIn(['customer'])
  await page.goto(view(bugId))
  await expect(interest(page).affects('affects 1 person')).toBeVisible()
  await other.call(joinBug, { params: { bugId }, body: {} })
  await expect(interest(page).affects('affects 2 people')).toBeVisible()
  await expect(timelineParts(page).change('Ben Birch is affected by this bug too')).toBeVisible()
})

test('the keys of a bug’s page: edit, its facts, comment', async ({ page, product, signIn }) => {
  const bugId = await reported(await product.person(['customer']))
  await signIn(['staff'])
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto(view(bugId))
  await expect(interest(page).group).toBeVisible()
  await page.keyboard.press('e')
  await expect(page).toHaveURL(`${product.origin}/page/bugs/list/edit/${bugId}`)
  await expect(heading).toBeFocused()
  await page.goto(view(bugId))
  await expect(interest(page).follow).toHaveText(/1/)
  for (const [key, name] of [
    ['s', 'status'],
    ['c', 'classification'],
    ['a', 'assignee'],
    ['p', 'priority'],
    ['o', 'duplicateOf'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(factParts(page, name).field).toBeFocused()
    await page.keyboard.press('Escape')
  }
  await page.keyboard.press('m')
  const box = page.getByRole('textbox', { name: 'New comment' })
  await expect(box).toBeFocused()
  await page.keyboard.type('xecaf')
  await expect(box).toHaveValue('xecaf')
})
