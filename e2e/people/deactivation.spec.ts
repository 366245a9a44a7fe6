import { expect, test } from '#e2e/parts/fixtures.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { dismissToasts, expectToast, toasts } from '#e2e/parts/toasts.ts'
import { anAccount, signInByForm } from './account.ts'
import { aRole } from './role-parts.ts'
import { aPerson, canLogIn } from './sample-person.ts'
import { activationParts, aSession, sessionParts } from './session-parts.ts'
import { userList } from './user-list-parts.ts'

const editPath = (userId: string) => `/page/users/list/edit/${userId}`

test('somebody who is deactivated is out, can’t log in, and stays where they wrote; then they are back', async ({
  page,
  product,
  signIn,
  openBrowser,
}) => {
  await signIn(['admin'])
  const word = newWord()
  const account = await anAccount(product, `${word} Lindqvist`)
  const { rows } = await product.database.pool.query('select id from users where email = $1', [account.email])
  const userId = (rows[0] as { id: string }).id
  const bugId = await aBug(product, userId)
  const other = await openBrowser(await aSession(product, userId, 'Firefox on Linux'))
  await other.goto('/page/bugs/list')
  await expect(other.getByRole('searchbox', { name: 'Keywords' })).toBeVisible()

  const activation = activationParts(page)
  await page.goto(editPath(userId))
  await expect(activation.badge).toHaveCount(0)
  await expect(activation.reactivate).toHaveCount(0)
  await activation.deactivate.click()
  await expect(activation.dialog).toContainText(`Deactivate ${word} Lindqvist?`)
  await expect(activation.answer('Cancel')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(activation.dialog).toHaveCount(0)
  await expect(activation.deactivate).toBeFocused()
  expect(await canLogIn(product, account.email, account.password)).toBe(true)

  await activation.deactivate.click()
  await activation.answer('Deactivate').click()
  await expectToast(page, 'success', 'User Deactivated!')
  await expect(activation.dialog).toHaveCount(0)
  await expect(activation.badge).toBeVisible()
  await expect(activation.reactivate).toBeFocused()
  await expect(sessionParts(page).section).toContainText('Not logged in anywhere.')
  expect(await canLogIn(product, account.email, account.password)).toBe(false)

  await expect(other).toHaveURL(product.origin + '/page/login')
  await expect(other.getByRole('banner').getByRole('link', { name: 'Login', exact: true })).toBeVisible()
  await dismissToasts(other)
  await signInByForm(other, account.email, account.password)
  await expectToast(other, 'warning', 'Invalid Login Credentials!')
  await dismissToasts(other)

  await page.goto(`/page/users/list?keywords=${word}`)
  await expect(userList(page).card(`${word} Lindqvist`)).toContainText('Deactivated')
  await page.goto(`/page/bugs/list/view/${bugId}`)
  await expect(page.getByRole('main')).toContainText(`${word} Lindqvist`)

  await page.goto(editPath(userId))
  await expect(activation.badge).toBeVisible()
  await activation.reactivate.click()
  await expect(activation.dialog).toContainText(`Reactivate ${word} Lindqvist?`)
  await activation.answer('Reactivate').click()
  await expectToast(page, 'success', 'User Reactivated!')
  await expect(activation.badge).toHaveCount(0)
  await expect(activation.deactivate).toBeVisible()
  await signInByForm(other, account.email, account.password)
  await expectToast(other, 'success', 'Login Successful!')
})

test('deactivating somebody names their open bugs, which show that their assignee is gone', async ({
  page,
  product,
  signIn,
}) => {
  const admin = await signIn(['admin'])
  const name = `${newWord()} Gone`
  const userId = await aPerson(product, { fullName: name, roles: ['staff'] })
  const bugId = await aBug(product, admin.userId, { assignedTo: userId })
  await aBug(product, admin.userId, { assignedTo: userId })
  await aBug(product, admin.userId, { assignedTo: userId, status: 'Closed' })
  const activation = activationParts(page)
  await page.goto(`/page/bugs/list/view/${bugId}`)
  await expect(page.getByRole('main')).toContainText(name)
  await expect(activation.badge).toHaveCount(0)
  await page.goto(editPath(userId))
  await activation.deactivate.click()
  await expect(activation.dialog).toContainText(`2 open bugs are assigned to ${name}`)
  await activation.answer('Deactivate').click()
  await expect(activation.badge).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '2 open bugs', exact: true }).click()
  const cards = page.getByRole('main').getByRole('list').locator('.bug-card')
  await expect(cards).toHaveCount(2)
  for (const card of await cards.all()) await expect(card).toContainText(`${name}, deactivated`)
  await page.goto(`/page/bugs/list/view/${bugId}`)
  await expect(activation.badge).toBeVisible()
})

test('the last who can edit users can’t be deactivated', async ({ page, openProductAs }) => {
  const { product, person: admin } = await openProductAs(['admin'])
  const activation = activationParts(page)
  await page.goto(product.origin + editPath(admin.userId))
  await activation.deactivate.click()
  await expect(activation.dialog).toContainText('This is your own account')
  await activation.answer('Deactivate').click()
  await expect(activation.dialog.getByRole('alert')).toContainText(
    'This is the last account that can edit users; give another one that right first.',
  )
  await expect(toasts(page)).toHaveText(['User Deactivate/Reactivate FAILED!'])
  await activation.answer('Cancel').click()
  await expect(activation.deactivate).toBeVisible()
  await expect(activation.badge).toHaveCount(0)
  await page.reload()
  await expect(sessionParts(page).rows).toHaveCount(1)
})

test('nobody deactivates somebody with more rights', async ({ page, product, signIn }) => {
  await signIn([await aRole(product, ['canViewData', 'canEditAnyUser'])])
  const userId = await aPerson(product, { fullName: 'Tomasz Lis', roles: ['staff'] })
  const activation = activationParts(page)
  await page.goto(editPath(userId))
  await activation.deactivate.click()
  await activation.answer('Deactivate').click()
  await expect(activation.dialog.getByRole('alert')).toContainText(
    'Somebody with more rights than yours can’t be deactivated by you.',
  )
  const { rows } = await product.database.pool.query('select deactivated_on from users where id = $1', [userId])
  expect(rows).toEqual([{ deactivated_on: null }])
})

test('a deactivation that fails says so and changes nothing; trying again works', async ({
  page,
  product,
  signIn,
  whileEventsFail,
}) => {
  await signIn(['admin'])
  const userId = await aPerson(product, { fullName: 'Tomasz Lis' })
  const activation = activationParts(page)
  await page.goto(editPath(userId))
  await activation.deactivate.click()
  await whileEventsFail('user-deactivated', async () => {
    await activation.answer('Deactivate').click()
    await expect(activation.dialog.getByRole('alert')).toContainText('The account is still active')
  })
  await expect(toasts(page)).toHaveText(['User Deactivate/Reactivate FAILED!'])
  await activation.answer('Deactivate').click()
  await expect(activation.badge).toBeVisible()
  await expect(toasts(page)).toHaveText(['User Deactivated!', 'User Deactivate/Reactivate FAILED!'])
})

test('who deactivates themselves is logged out at once', async ({ page, product, signIn }) => {
  await product.person(['admin'])
  const { userId } = await signIn(['admin'])
  const activation = activationParts(page)
  await page.goto(editPath(userId))
  await activation.deactivate.click()
  await activation.answer('Deactivate').click()
  await expect(page).toHaveURL(product.origin + '/page/login')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(toasts(page)).toHaveText(['Must Be LoggedIn!', 'User Deactivated!'])
})
