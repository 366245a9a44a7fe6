import { addComment } from '#shared/comments/contract.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { view } from '#e2e/parts/page-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { dismissToasts, expectToast, toastDetail, toasts } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

/** What asks until when. */
function snoozeParts(page: Page) {
  const popover = page.getByRole('dialog', { name: 'Snooze this bug' })
  return {
    popover,
    choice: (words: string | RegExp) => popover.getByRole('button', { name: words }),
    day: popover.getByLabel('Until the morning of'),
    send: popover.getByRole('button', { name: 'Snooze', exact: true }),
    /** On a bug's page. */
    button: page.getByRole('main').getByRole('button', { name: /^Snooze/ }),
    wake: page.getByRole('main').getByRole('button', { name: 'Wake up now', exact: true }),
    undo: page.getByRole('region', { name: 'Status messages' }).getByRole('button', { name: 'Undo', exact: true }),
    row: (title: string) => page.getByRole('main').locator('[data-bug]').filter({ hasText: title }),
  }
}

test('a queue lets go of what is snoozed there at once, the next row has the focus, and undo brings it back', async ({
  page,
  product,
  signIn,
}) => {
  const me = await signIn(['staff'])
  const word = newWord()
  for (const [index, title] of ['first', 'second', 'third'].entries()) {
    const createdOn = new Date(Date.now() - index * 60_000)
    await aBug(product, me.userId, { title: `${word} ${title}`, assignedTo: me.userId, createdOn })
  }
  await page.goto('/page/bugs/list?view=assigned-to-me')
  const { popover, choice, row, undo } = snoozeParts(page)
  const link = (title: string) => row(`${word} ${title}`).getByRole('link')
  await expect(page.getByText('Showing 1 to 3 of 3 results')).toBeVisible()
  await link('second').focus()
  await page.keyboard.press('h')
  await expect(choice(/^(Later today|Tomorrow)/).first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(popover).toHaveCount(0)
  await expect(link('second')).toBeFocused()

  await page.keyboard.press('h')
  await expect(choice(/^(Later today|Tomorrow)/).first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(choice('Until somebody else does something')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(`${word} second`)).toHaveCount(0)
  await expect(link('third')).toBeFocused()
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
  await expectToast(page, 'success', 'Snoozed until somebody else does something')
  await expect(toastDetail(page)).toHaveText('For you only; searches still find it.')
  const { rows } = await product.database.pool.query('select until from bug_snoozes where user_id = $1', [me.userId])
  expect(rows).toEqual([{ until: null }])

  await undo.click()
  await expect(row(`${word} second`)).toBeVisible()
  await expectToast(page, 'success', 'Woken up')
  await dismissToasts(page)

  // From the menu of a card, with a pointer.
  await row(`${word} first`)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Snooze', exact: true }).click()
  await choice(/^Tomorrow/).click()
  await expect(row(`${word} first`)).toHaveCount(0)
  await expect(link('second')).toBeFocused()

  // Another search still finds it.
  await page.goto(`/page/bugs/list?keywords=${word}`)
  await expect(row(`${word} first`)).toBeVisible()
  await page.goto(`/page/bugs/list?keywords=${word}%20is:snoozed`)
  await expect(row(word)).toHaveCount(1)
})

test('a bug says to its snoozer alone until when, wakes at a press, and by what somebody else does', async ({
  page,
  product,
  signIn,
  openBrowser,
}) => {
  await signIn(['customer'])
  const other = await product.person(['staff'])
  const id = await aBug(product, other.userId, { title: newWord() })
  await page.goto(view(id))
  const { popover, choice, button, wake, day, send } = snoozeParts(page)
  await expect(button).toHaveText('Snooze')
  await page.keyboard.press('h')
  await expect(popover).toBeVisible()
  await send.click()
  await expect(popover.getByText('Choose a day after today')).toBeVisible()
  await expect(day).toBeFocused()
  const year = new Date().getFullYear() + 1
  await day.fill(`${year}-03-02`)
  await day.press('Control+Enter')
  await expect(popover).toHaveCount(0)
  await expect(button).toHaveText(`Snoozed until Mar 2, ${year}, 9:00 AM`)
  await expect(button).toBeFocused()
  await expectToast(page, 'success', `Snoozed until Mar 2, ${year}, 9:00 AM`)
  const theirs = await openBrowser(other.cookie)
  await theirs.goto(view(id))
  await expect(snoozeParts(theirs).button).toHaveText('Snooze')

  await wake.click()
  await expect(wake).toHaveCount(0)
  await expect(button).toHaveText('Snooze')
  await expect(button).toBeFocused()

  await button.click()
  const snoozed = page.waitForResponse((answer) => answer.url().includes('/snooze'))
  await choice('Until somebody else does something').click()
  await expect(button).toHaveText('Snoozed until somebody else does something')
  // The page shows it before the server knows of it.
  await snoozed
  await other.call(addComment, { params: { bugId: id }, body: { message: 'Any news?' } })
  await expect(button).toHaveText('Snooze')
})

test('a snooze that the server refuses is taken back, and the row with it', async ({
  page,
  product,
  signIn,
  quietConsole,
}) => {
  quietConsole.forgive(/status of 500/)
  const me = await signIn(['staff'])
  const title = newWord()
  await aBug(product, me.userId, { title, assignedTo: me.userId })
  await page.goto('/page/bugs/list?view=assigned-to-me')
  const { choice, row } = snoozeParts(page)
  await page.route('**/snooze', (route) => route.fulfill({ status: 500, json: {} }))
  await row(title).getByRole('link').focus()
  await page.keyboard.press('h')
  await choice(/^Tomorrow/).click()
  await expect(toasts(page)).toHaveText('This bug was not snoozed')
  await expect(row(title)).toBeVisible()
})
