import { assignBug } from '#shared/bugs/contract.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { heading } from '#e2e/parts/page-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { dismissToasts, expectToast } from '#e2e/parts/toasts.ts'

test('one button assigns the bug to whoever looks at it, by the call that the search ends with', async ({
  page,
  product,
  signIn,
}) => {
  const me = await signIn(['staff'], { fullName: 'Ada Lindqvist' })
  const id = await aBug(product, me.userId, { title: newWord() })
  await page.goto(`/page/bugs/assignUser/${id}`)
  await expectToast(page, 'success', 'valid Bug Id! Bug Loaded!')
  await dismissToasts(page)
  const bug = page.getByRole('region', { name: 'Original bug' })
  await expect(bug).toContainText('Unassigned')
  const sent = page.waitForRequest((request) => request.method() === assignBug.method)
  const button = page.getByRole('button', { name: 'Assign to me', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toEqual({ userId: me.userId, baseVersion: expect.any(Number) })
  await expectToast(page, 'success', 'Assigned User!')
  await expect(bug).toContainText('Ada Lindqvist')
  const done = page.getByRole('button', { name: 'Assigned to you', exact: true })
  await expect(done).toBeFocused()
  await expect(done).toHaveAttribute('aria-disabled', 'true')
  const { rows } = await product.database.pool.query('select assigned_to from bugs where id = $1', [id])
  expect(rows).toEqual([{ assigned_to: me.userId }])
})

test('the key i does the same, and a refusal leaves the bug as it was', async ({
  page,
  product,
  signIn,
  quietConsole,
}) => {
  quietConsole.forgive(/status of 500/)
  const me = await signIn(['staff'])
  const id = await aBug(product, me.userId, { title: newWord() })
  await page.goto(`/page/bugs/assignUser/${id}`)
  await expect(page.getByRole('button', { name: 'Assign to me', exact: true })).toBeVisible()
  await expectToast(page, 'success', 'valid Bug Id! Bug Loaded!')
  await dismissToasts(page)
  const address = `**${assignBug.path.replace(':bugId', id)}*`
  await page.route(address, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.keyboard.press('i')
  await expectToast(page, 'error', 'Error Assigning User!')
  await expect(page.getByRole('region', { name: 'Original bug' })).toContainText('Unassigned')
  await page.unroute(address)
  await page.keyboard.press('i')
  await expect(page.getByRole('button', { name: 'Assigned to you', exact: true })).toBeVisible()
})

test('a link leads back to the bug', async ({ page, product, signIn }) => {
  const me = await signIn(['staff'])
  const title = newWord()
  const id = await aBug(product, me.userId, { title })
  await page.goto(`/page/bugs/assignUser/${id}`)
  await page.getByRole('link', { name: 'Back to the bug', exact: true }).click()
  await expect(heading(page)).toHaveText(title)
  await expect(page).toHaveURL(`/page/bugs/list/view/${id}`)
})
