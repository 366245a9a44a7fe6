import { hashPassword } from '#server/features/users/public.ts'
import { roleMatrix } from '#shared/roles/contract.ts'
import { editUser, getUser } from '#shared/users/contract.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { goWithin } from '#e2e/parts/page-parts.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import { failedCall } from '#e2e/parts/stumbling-server.ts'
import { dismissToasts, expectNoToast, expectToast, toasts } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'
import { newEmail } from './account.ts'
import { aPerson, canLogIn } from './sample-person.ts'
import { userList } from './user-list-parts.ts'

const editPath = (userId: string) => `/page/users/list/edit/${userId}`

/** The parts of the screen that edits somebody. */
function editForm(page: Page) {
  const main = page.getByRole('main')
  return {
    email: main.getByLabel('Email', { exact: true }),
    password: main.getByLabel('New Password', { exact: true }),
    fullName: main.getByLabel('Full Name', { exact: true }),
    givenName: main.getByLabel('Given Name', { exact: true }),
    familyName: main.getByLabel('Family Name', { exact: true }),
    roles: main.getByRole('group', { name: 'Roles' }),
    role: (name: string) => main.getByRole('checkbox', { name, exact: true }),
    submit: main.getByRole('button', { name: 'Submit Updates', exact: true }),
  }
}

/** Opens the screen for somebody within the page that is open. */
async function openWithin(page: Page, userId: string, email: string): Promise<void> {
  await goWithin(page, editPath(userId))
  await expect(editForm(page).email).toHaveValue(email)
}

test('the screen is for who may edit users alone', async ({ page, product, signIn }) => {
  await test.step('a stranger is sent to the login page', async () => {
    await page.goto(editPath('a'.repeat(24)))
    await expect(page).toHaveURL(product.origin + '/page/login')
    await expectToast(page, 'warning', 'Must Be LoggedIn!')
  })

  for (const role of ['customer', 'staff', 'support']) {
    await test.step(`${role} is sent home, with a warning`, async () => {
      const { userId } = await signIn([role])
      await page.goto(editPath(userId))
      await expect(page).toHaveURL(product.origin + '/')
      await expectToast(page, 'warning', 'Invalid Permission')
    })
  }
})

test('an administrator edits other people', async ({ page, product, signIn }) => {
  const admin = await signIn(['admin'])
  const form = editForm(page)

  await test.step('an administrator changes names, roles and password, and each holds', async () => {
    const word = newWord()
    const email = newEmail()
    const userId = await aPerson(product, { fullName: `${word} Before`, email, roles: ['customer'] })
    await page.goto(editPath(userId))
    await expect(form.email).toHaveValue(email)
    await expect(form.email).not.toBeEditable()
    await expect(form.fullName).toHaveValue(`${word} Before`)
    await expect(form.password).toHaveValue('')
    await expect(form.password).toHaveAccessibleDescription('Leave Empty to Not Change')
    await expect(form.role('customer')).toBeChecked()
    for (const name of ['admin', 'staff', 'support']) await expect(form.role(name)).not.toBeChecked()

    await form.fullName.fill(`${word} After`)
    await form.givenName.fill('Grace')
    await form.familyName.fill('Hopper')
    await form.role('customer').uncheck()
    await form.role('staff').check()
    await form.role('support').check()
    await form.password.fill('a-brand-new-password')
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await form.submit.click()
    await expectToast(page, 'success', 'Updated User Successfully')
    await expect(form.password).toHaveValue('')
    expect((await sent).postDataJSON()).toEqual({
      fullName: `${word} After`,
      givenName: 'Grace',
      familyName: 'Hopper',
      role: ['staff', 'support'],
      password: 'a-brand-new-password',
    })

    const { result } = (await admin.call(getUser, { params: { userId } })).body
    expect(result).toMatchObject({
      fullName: `${word} After`,
      givenName: 'Grace',
      familyName: 'Hopper',
      role: ['staff', 'support'],
    })
    expect(await canLogIn(product, email, 'a-brand-new-password')).toBe(true)

    await page.getByRole('main').getByRole('link', { name: 'Users', exact: true }).click()
    await userList(page).keywords.fill(word)
    await userList(page).search.click()
    await expect(userList(page).names).toHaveText([`${word} After`])
  })

  await test.step('each role says what it permits', async () => {
    await dismissToasts(page)
    const email = newEmail()
    const userId = await aPerson(product, { fullName: 'Somebody', email })
    await openWithin(page, userId, email)
    await expect(form.role('customer')).toHaveAccessibleDescription('View data · Edit own bugs')
    await expect(form.role('support')).toHaveAccessibleDescription(
      'View data · Edit own bugs · Internal comments · Answer chat',
    )
    await expect(form.role('admin')).toHaveAccessibleDescription('Everything')
    await expect(
      page.getByText('View data · Edit own bugs · Internal comments · Answer chat', { exact: true }),
    ).toBeVisible()
  })

  await test.step('empty names and a short password are said beside their fields, and nothing is sent', async () => {
    const email = newEmail()
    const userId = await aPerson(product, { fullName: 'Somebody', email })
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.url())
    })
    await openWithin(page, userId, email)
    await form.familyName.fill(' ')
    await form.password.fill('seven77')
    await form.submit.click()
    await expect(form.familyName).toHaveAccessibleDescription('Family Name must not be empty.')
    await expect(form.familyName).toBeFocused()
    await expect(form.password).toHaveAccessibleDescription(/New Password must be at least 8 characters\./)
    await expect(form.password).toHaveAttribute('aria-invalid', 'true')
    await expectNoToast(page)
    expect(sent).toEqual([])
  })

  await test.step('an empty password changes nothing about the password', async () => {
    const email = newEmail()
    const userId = await aPerson(product, { fullName: 'Keeps It', email })
    await product.database.pool.query('update users set password_hash = $2 where id = $1', [
      userId,
      await hashPassword('the-old-password'),
    ])
    await dismissToasts(page)
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.postDataJSON())
    })
    await openWithin(page, userId, email)
    await form.fullName.fill('Kept It')
    await form.fullName.press('Control+Enter')
    await expectToast(page, 'success', 'Updated User Successfully')
    expect(sent).toEqual([{ fullName: 'Kept It', givenName: 'Given', familyName: 'Family' }])
    expect(await canLogIn(product, email, 'the-old-password')).toBe(true)
  })
})

test('an administrator is refused, finds nobody, and changes themselves', async ({ page, product, signIn }) => {
  await product.person(['admin'])
  const admin = await signIn(['admin', 'customer'], { fullName: 'Old Name' })
  const form = editForm(page)

  await test.step('roles that were changed elsewhere meanwhile stay, unless they are changed here too', async () => {
    const userId = await aPerson(product, { fullName: 'Busy Person', roles: ['customer'] })
    const rolesNow = async () => {
      const { result } = (await admin.call(getUser, { params: { userId } })).body
      return Array.isArray(result) ? undefined : result.role
    }
    await page.goto(editPath(userId))
    await expect(form.role('customer')).toBeChecked()
    await admin.call(editUser, { params: { userId }, body: { role: ['staff'] } })

    await form.fullName.fill('Busier Person')
    await form.role('support').check()
    await form.role('support').uncheck()
    await form.submit.click()
    await expectToast(page, 'success', 'Updated User Successfully')
    expect(await rolesNow()).toEqual(['staff'])
    await expect(form.role('staff')).toBeChecked()
    await expect(form.role('customer')).not.toBeChecked()

    await dismissToasts(page)
    await form.role('support').check()
    await form.submit.click()
    await expectToast(page, 'success', 'Updated User Successfully')
    await expect.poll(rolesNow).toEqual(['staff', 'support'])
  })

  await test.step('a new password that is guessed first is refused beside its field, and everything typed stays', async () => {
    await dismissToasts(page)
    const email = newEmail()
    const userId = await aPerson(product, { fullName: 'Somebody', email })
    await openWithin(page, userId, email)
    await form.fullName.fill('Somebody Else')
    await form.password.fill('somebody else')
    await form.submit.click()
    await expectToast(page, 'error', 'Updated User Failed')
    await expect(form.password).toHaveAccessibleDescription(
      /New Password must not be the account’s name or e-mail address\. Choose another/,
    )
    await expect(form.password).toBeFocused()
    await form.password.fill('12345678')
    await form.submit.click()
    await expect(form.password).toHaveAccessibleDescription(/New Password is one of the most common ones/)
    await expect(form.password).toHaveValue('12345678')
    await expect(form.fullName).toHaveValue('Somebody Else')
  })

  await test.step('the demo account keeps its password, and the warning says so', async () => {
    const email = newEmail()
    const userId = await aPerson(product, { fullName: 'Demo Moth', isDemo: true, email })
    await dismissToasts(page)
    await openWithin(page, userId, email)
    await form.password.fill('a-brand-new-password')
    await form.submit.click()
    const text = 'Demo account password is locked. Please create another account to test this feature.'
    await expectToast(page, 'warning', text)
    await expect(form.password).toHaveAccessibleDescription(new RegExp(text))
    await expect(form.password).toHaveValue('a-brand-new-password')
  })

  for (const userId of ['f'.repeat(24), 'nonsense']) {
    await test.step(`the unknown id ${userId} says that there is nobody, with the way to the list`, async () => {
      await goWithin(page, editPath(userId))
      await expect(page.getByText('There is no user at this address')).toBeVisible()
      await expect(form.submit).toHaveCount(0)
      await page.getByRole('link', { name: 'Go to the user list' }).click()
      await expect(page).toHaveURL(product.origin + '/page/users/list')
      await expect(userList(page).keywords).toBeVisible()
    })
  }

  await test.step('a new name of one’s own shows in the navigation bar', async () => {
    await dismissToasts(page)
    await openWithin(page, admin.userId, admin.email)
    await form.fullName.fill('New Name')
    await form.submit.click()
    await expectToast(page, 'success', 'Updated User Successfully')
    await expect(page.getByRole('banner').getByText('New Name', { exact: true })).toBeVisible()
  })

  await test.step('whoever gives their own right up leaves the screen', async () => {
    await dismissToasts(page)
    await form.role('admin').uncheck()
    await form.submit.click()
    await expect(page).toHaveURL(product.origin + '/')
    await expect(toasts(page)).toHaveText(['Invalid Permission', 'Updated User Successfully'])
  })
})

test('a server that fails is said, and nothing is lost', async ({
  page,
  product,
  signIn,
  quietConsole,
  whileEventsFail,
}) => {
  quietConsole.forgive(failedCall)
  await signIn(['admin'])
  const form = editForm(page)

  await test.step('roles that can’t be read are said, and can be read again', async () => {
    await page.route(`**${roleMatrix.path}`, (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto(editPath(await aPerson(product, { fullName: 'Somebody', roles: ['customer'] })))
    await expect(form.roles).toContainText('The other roles could not be loaded.')
    await expect(form.role('customer')).toBeChecked()
    await page.unroute(`**${roleMatrix.path}`)
    await form.roles.getByRole('button', { name: 'Try again' }).click()
    await expect(form.role('admin')).toBeVisible()
    await expect(form.roles).not.toContainText('could not be loaded')
  })

  await test.step('a server that stumbles is said, and what was typed is kept', async () => {
    const email = newEmail()
    const userId = await aPerson(product, { fullName: 'Before', email })
    await dismissToasts(page)
    await openWithin(page, userId, email)
    await form.fullName.fill('After')
    await whileEventsFail('user-changed', async () => {
      await form.submit.click()
      await expectToast(page, 'error', 'Updated User Failed')
    })
    await expect(page.getByRole('form', { name: 'Edit user' }).getByRole('alert').last()).toContainText(
      'Nothing was changed; what you typed is kept',
    )
    await expect(form.fullName).toHaveValue('After')
    await form.submit.click()
    await expect(toasts(page).first()).toHaveText('Updated User Successfully')
  })
})

test('a role beyond the editor’s own rights is refused beside the roles, and everything typed stays', async ({
  page,
  product,
  signIn,
}) => {
  await product.database.pool.query(
    `insert into roles (name, permissions) values ('clerk', '{canViewData,canEditAnyUser}') on conflict do nothing`,
  )
  await signIn(['clerk'])
  const userId = await aPerson(product, { fullName: 'Hopes For More', roles: [] })
  const form = editForm(page)
  await page.goto(editPath(userId))
  await form.fullName.fill('Hopes Still')
  await form.role('admin').check()
  await form.submit.click()
  await expectToast(page, 'error', 'Updated User Failed')
  await expect(form.roles).toHaveAccessibleDescription(
    'You can’t give or take the role admin: it permits more than yours.',
  )
  await expect(form.role('admin')).toBeFocused()
  await expect(form.role('admin')).toBeChecked()
  await expect(form.fullName).toHaveValue('Hopes Still')
})

test('the last one who can edit users can’t give that right up', async ({ page, openProductAs }) => {
  const { product, person: admin } = await openProductAs(['admin', 'customer'])
  const form = editForm(page)
  await page.goto(product.origin + editPath(admin.userId))
  await form.role('admin').uncheck()
  await form.submit.click()
  await expectToast(page, 'error', 'Updated User Failed')
  await expect(form.roles).toHaveAccessibleDescription(/This is the last account that can edit users/)
})
