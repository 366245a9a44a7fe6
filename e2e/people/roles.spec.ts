import { roleMatrix } from '#shared/roles/contract.ts'
import { editUser } from '#shared/users/contract.ts'
import { expect, test as base } from '#e2e/parts/fixtures.ts'
import { tabTo } from '#e2e/parts/focus.ts'
import { goWithin } from '#e2e/parts/page-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { boxOf, hasFocus } from '#e2e/parts/settled.ts'
import { dismissToasts, expectNoToast, expectToast, toasts } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'
import { aRole, rolesPage, storedRole } from './role-parts.ts'

const path = '/page/users/roles'

const test = base.extend<{
  /** Shows an administrator the roles, among them a new one that may see data and nothing else. */
  openRole: () => Promise<{ name: string; roles: ReturnType<typeof rolesPage> }>
}>({
  openRole: async ({ page, product, signIn }, use) => {
    await use(async () => {
      await signIn(['admin'])
      const name = await aRole(product, ['canViewData'])
      await page.goto(path)
      return { name, roles: rolesPage(page) }
    })
  },
})

/** The calls about roles that the page makes from now on. */
function watchRoleCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/role/')) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

test('the roles are for who may edit users alone', async ({ page, product, signIn }) => {
  await test.step('a stranger is sent to the login page, and nothing is asked', async () => {
    const calls = watchRoleCalls(page)
    await page.goto(path)
    await expect(page).toHaveURL(product.origin + '/page/login')
    await expectToast(page, 'warning', 'Must Be LoggedIn!')
    expect(calls).toEqual([])
  })

  for (const role of ['customer', 'staff', 'support']) {
    await test.step(`${role} is sent home, and finds no link to the roles`, async () => {
      await signIn([role])
      const calls = watchRoleCalls(page)
      await page.goto(path)
      await expect(page).toHaveURL(product.origin + '/')
      await expectToast(page, 'warning', 'Invalid Permission')
      expect(calls).toEqual([])
      await goWithin(page, '/page/users/list')
      await expect(page.getByRole('list', { name: 'Users' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Roles', exact: true })).toHaveCount(0)
    })
  }
})

test('an administrator looks at the roles and changes their permissions', async ({ page, product, signIn }) => {
  await signIn(['admin'])
  const name = await aRole(product, ['canViewData', 'canCloseAnyBug'])
  const nobody = await aRole(product, [])
  const names = [await aRole(product, ['canViewData']), await aRole(product, [])] as const
  await product.person([name])
  await product.person([name, 'customer'])
  const roles = rolesPage(page)

  await test.step('the user list leads an administrator to the roles; the dropdown keeps its one item', async () => {
    await page.goto('/page/users/list')
    const bar = page.getByRole('banner')
    await bar.getByRole('button', { name: 'Users', exact: true }).click()
    await expect(bar.getByRole('link', { name: 'Find Users' })).toBeVisible()
    await expect(bar.getByRole('link', { name: 'Roles' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('main').getByRole('link', { name: 'Roles', exact: true }).click()
    await expect(page).toHaveURL(product.origin + path)
    await expect(roles.heading).toBeFocused()
  })

  await test.step('every role shows its permissions, what they mean and how many people have it', async () => {
    const row = roles.row(name)
    await expect(row.boxes).toHaveCount(12)
    for (const [title, isHeld] of [
      ['View data', true],
      ['Edit own bugs', false],
      ['Edit any bug', false],
      ['Classify bugs', false],
      ['Assign bugs', false],
      ['Close bugs', true],
      ['Manage users', false],
      ['Manage products', false],
      ['View private bugs', false],
      ['Internal comments', false],
      ['Manage settings', false],
      ['Answer chat', false],
    ] as const) {
      await expect(row.box(title), title).toBeChecked({ checked: isHeld })
      await expect(row.box(title)).toHaveAccessibleDescription(/\w+ \w+/)
    }
    await expect(row.box('Close bugs')).toHaveAccessibleDescription('Close bugs and open them again')
    await expect(row.unsaved).toHaveCount(0)
    await expect(roles.row(nobody).form).toContainText('Nobody has it')
    await row.form.getByRole('link', { name: '2 people', exact: true }).click()
    await expect(page).toHaveURL(`${product.origin}/page/users/list?role=${name}`)
    await expect(page.getByRole('list', { name: 'Users' }).getByRole('listitem')).toHaveCount(2)
  })

  await test.step('changes are marked until they are saved or undone, each role for itself', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Roles', exact: true }).click()
    const [one, other] = [roles.row(names[0]), roles.row(names[1])]
    await one.box('Answer chat').check()
    await expect(one.unsaved).toBeVisible()
    await expect(other.unsaved).toHaveCount(0)
    await expect(other.save).toHaveCount(0)
    await one.box('Answer chat').uncheck()
    await expect(one.unsaved).toHaveCount(0)

    await one.box('View data').uncheck()
    await one.box('Answer chat').check()
    await other.box('View data').check()
    await one.undo.click()
    await expect(one.box('View data')).toBeChecked()
    await expect(one.box('Answer chat')).not.toBeChecked()
    await expect(one.unsaved).toHaveCount(0)
    await expect(other.box('View data')).toBeChecked()
    await other.save.click()
    await expectToast(page, 'success', 'Updated Role Successfully')
    expect(await storedRole(product, names[0])).toEqual(['canViewData'])
    expect(await storedRole(product, names[1])).toEqual(['canViewData'])
  })

  await test.step('on a narrow screen every permission says what it is; on a wide one its column does', async () => {
    const words = roles.row(name).form.getByText('Close bugs and open them again')
    const heads = page.locator('.permission-heads').getByText('Close bugs and open them again')
    await expect(heads).toBeVisible()
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(words).toBeVisible()
    expect((await boxOf(words)).width).toBeGreaterThan(100)
    await expect(heads).toBeHidden()
  })

  await test.step('leaving with unsaved changes asks first', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await roles.row(names[0]).box('Close bugs').check()
    await page.getByRole('link', { name: 'Users', exact: true }).first().click()
    await expect(roles.dialog).toContainText('Leave without saving?')
    await roles.answer('Keep editing').click()
    await expect(page).toHaveURL(product.origin + path)
    await expect(roles.row(names[0]).box('Close bugs')).toBeChecked()
    await page.getByRole('link', { name: 'Users', exact: true }).first().click()
    await roles.answer('Discard changes').click()
    await expect(page).toHaveURL(product.origin + '/page/users/list')
    expect(await storedRole(product, names[0])).toEqual(['canViewData'])
  })
})

test('a permission taken from a role is gone with the next click of somebody else', async ({
  page,
  product,
  signIn,
  openBrowser,
}) => {
  await signIn(['admin'])
  const name = await aRole(product, ['canViewData', 'canCloseAnyBug'])
  const person = await product.person([name])
  const id = await aBug(product, person.userId)
  const other = await openBrowser(person.cookie)
  await other.goto(`/page/bugs/list/view/${id}`)
  const toggle = other.getByRole('main').getByRole('button', { name: 'Toggle Closed', exact: true })
  await toggle.click()
  await expectToast(other, 'success', 'Bug Closed!')
  await dismissToasts(other)

  const row = rolesPage(page).row(name)
  await page.goto(path)
  await row.box('Close bugs').uncheck()
  await expect(row.unsaved).toBeVisible()
  expect(await storedRole(product, name)).toEqual(['canViewData', 'canCloseAnyBug'])
  await row.save.click()
  await expectToast(page, 'success', 'Updated Role Successfully')
  await expect(row.unsaved).toHaveCount(0)
  await expect(row.save).toHaveCount(0)
  expect(await storedRole(product, name)).toEqual(['canViewData'])

  await toggle.click()
  await expectToast(other, 'error', 'Bug Close/Open FAILED!')
  await expect(toggle).toHaveCount(0)
  await dismissToasts(other)

  await row.box('View data').uncheck()
  await row.save.click()
  await expect(row.save).toHaveCount(0)
  await other.getByRole('link', { name: 'Bugs', exact: true }).first().click()
  await expectToast(other, 'warning', 'Invalid Permission Level!')
  await expect(other).toHaveURL(product.origin + '/')
})

test('a permission given to a role is there for somebody else after a reload', async ({
  page,
  product,
  signIn,
  openBrowser,
}) => {
  await signIn(['admin'])
  const name = await aRole(product, ['canViewData'])
  const person = await product.person([name])
  const id = await aBug(product, person.userId)
  const other = await openBrowser(person.cookie)
  await other.goto(`/page/bugs/list/view/${id}`)
  const edit = other.getByRole('main').getByRole('link', { name: 'Edit', exact: true })
  await expect(other.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await expect(edit).toHaveCount(0)

  const row = rolesPage(page).row(name)
  await page.goto(path)
  await row.box('Edit any bug').check()
  await row.save.click()
  await expectToast(page, 'success', 'Updated Role Successfully')
  await other.reload()
  await expect(edit).toBeVisible()
})

test('a role that can’t be saved stays unsaved and says why; saving again works', async ({
  page,
  product,
  whileEventsFail,
  openRole,
}) => {
  const { name, roles } = await openRole()
  const row = roles.row(name)
  await row.box('Close bugs').check()
  await whileEventsFail('role-changed', async () => {
    await row.save.click()
    await expectToast(page, 'error', 'Updated Role Failed')
  })
  await expect(row.refusal).toContainText('what you set is kept')
  await expect(row.box('Close bugs')).toBeChecked()
  await expect(row.unsaved).toBeVisible()
  expect(await storedRole(product, name)).toEqual(['canViewData'])
  await dismissToasts(page)
  await row.save.click()
  await expectToast(page, 'success', 'Updated Role Successfully')
  await expect(row.refusal).toHaveCount(0)
  expect(await storedRole(product, name)).toEqual(['canViewData', 'canCloseAnyBug'])
})

test('a clerk gives and takes no more than they have, and goes when their right goes', async ({
  page,
  product,
  signIn,
}) => {
  await product.person(['admin'])
  const clerk = await aRole(product, ['canViewData', 'canEditAnyUser'])
  const name = await aRole(product, ['canViewData'])
  const roles = rolesPage(page)

  await test.step('nobody gives a role what they don’t have themselves', async () => {
    await signIn([clerk])
    await page.goto(path)
    await roles.row(name).box('Close bugs').check()
    await roles.row(name).save.click()
    await expectToast(page, 'error', 'Updated Role Failed')
    await expect(roles.row(name).refusal).toContainText('You can give and take only permissions that you hold.')
    await expect(roles.row(clerk).refusal).toHaveCount(0)
    expect(await storedRole(product, name)).toEqual(['canViewData'])
    await dismissToasts(page)

    const beyond = newWord()
    await roles.add.click()
    await roles.newName.fill(beyond)
    await roles.newRole.getByRole('checkbox', { name: 'Answer chat' }).check()
    await roles.create.click()
    await expectToast(page, 'error', 'New Role Add FAILED!')
    await expect(roles.newRole.getByRole('alert')).toContainText(
      'You can give and take only permissions that you hold.',
    )
    await expect(roles.newName).toHaveValue(beyond)
    expect(await storedRole(product, beyond)).toBeUndefined()
  })

  await test.step('who takes the right from themselves is sent off the screen', async () => {
    await roles.cancel.click()
    await roles.row(name).undo.click()
    await dismissToasts(page)
    const row = roles.row(clerk)
    await row.box('Manage users').uncheck()
    await row.save.click()
    await expect(page).toHaveURL(product.origin + '/')
    await expect(toasts(page)).toHaveText(['Invalid Permission', 'Updated Role Successfully'])
    expect(await storedRole(product, clerk)).toEqual(['canViewData'])
  })

  await test.step('who has lost the right meanwhile is sent off the screen by the next click', async () => {
    const { userId } = await signIn([await aRole(product, ['canViewData', 'canEditAnyUser'])])
    const admin = await product.person(['admin'])
    await page.goto(path)
    await expect(roles.row(name).form).toBeVisible()
    await admin.call(editUser, { params: { userId }, body: { role: ['customer'] } })

    await roles.row(name).box('View data').uncheck()
    await roles.row(name).save.click()
    await expect(page).toHaveURL(product.origin + '/')
    await expect(toasts(page)).toHaveText(['Invalid Permission', 'Updated Role Failed'])
    expect(await storedRole(product, name)).toEqual(['canViewData'])
  })
})

test('the last right to edit users can’t be taken from everybody', async ({ page, openProductAs }) => {
  const { product } = await openProductAs(['admin'])
  const row = rolesPage(page).row('admin')
  await page.goto(product.origin + path)
  await row.box('Manage users').uncheck()
  await row.save.click()
  await expectToast(page, 'error', 'Updated Role Failed')
  await expect(row.refusal).toContainText('Nobody could edit users any more; give another role that right first.')
  await expect(page).toHaveURL(product.origin + path)
  expect(await storedRole(product, 'admin')).toContain('canEditAnyUser')
  await row.undo.click()
  await expect(row.refusal).toHaveCount(0)
  await expect(row.box('Manage users')).toBeChecked()
})

test('roles are added, renamed and deleted', async ({ page, product, signIn }) => {
  const admin = await signIn(['admin'])
  const taken = await aRole(product, [])
  const roles = rolesPage(page)

  await test.step('a role can be added, and given at once', async () => {
    const name = newWord()
    await page.goto(path)
    await expect(roles.newRole).toHaveCount(0)
    await roles.add.click()
    await expect(roles.newName).toBeFocused()
    await roles.create.click()
    await expect(roles.newRole).toContainText('A role needs a name.')
    await expect(roles.newName).toBeFocused()
    await expectNoToast(page)
    await roles.newName.fill(`  ${name} `)
    await roles.newRole.getByRole('checkbox', { name: 'View data' }).check()
    await roles.newRole.getByRole('checkbox', { name: 'Answer chat' }).check()
    await roles.create.click()
    await expectToast(page, 'success', 'New Role Added!')
    await expect(roles.newRole).toHaveCount(0)
    await expect(roles.add).toBeFocused()
    await expect(roles.row(name).box('Answer chat')).toBeChecked()
    await expect(roles.row(name).form).toContainText('Nobody has it')
    expect(await storedRole(product, name)).toEqual(['canViewData', 'liveChatAdmin'])

    const { result } = (await admin.call(roleMatrix, {})).body
    await expect(roles.rows.getByRole('heading')).toHaveText(result.map((role) => role.name))
    await goWithin(page, `/page/users/list/edit/${admin.userId}`)
    await expect(page.getByRole('checkbox', { name })).not.toBeChecked()
  })

  await test.step('a name that is taken is refused beside the name, and nothing typed is lost', async () => {
    await dismissToasts(page)
    await goWithin(page, path)
    await roles.add.click()
    await roles.newName.fill(taken)
    await roles.newRole.getByRole('checkbox', { name: 'View data' }).check()
    await roles.newName.press('Control+Enter')
    await expectToast(page, 'error', 'New Role Add FAILED!')
    await expect(roles.newRole).toContainText(`There is a role '${taken}' already.`)
    await expect(roles.newName).toHaveAttribute('aria-invalid', 'true')
    await expect(roles.newName).toHaveValue(taken)
    await expect(roles.newRole.getByRole('checkbox', { name: 'View data' })).toBeChecked()
    expect(await storedRole(product, taken)).toEqual([])
    await roles.newName.fill(`${taken}2`)
    await expect(roles.newName).not.toHaveAttribute('aria-invalid', 'true')
    await roles.cancel.click()
    await expect(roles.newRole).toHaveCount(0)
    await roles.add.click()
    await expect(roles.newName).toHaveValue('')
  })

  await test.step('a role can be renamed, and deleted once nobody has it', async () => {
    const name = await aRole(product, ['canViewData'])
    const person = await product.person([name])
    await page.reload()
    const renaming = page.getByRole('dialog')
    const field = renaming.getByRole('textbox', { name: 'Role name', exact: true })
    await roles.row(name).menu.click()
    await expect(roles.row(name).act('Delete')).toHaveCount(0)
    await roles.row(name).act('Rename').click()
    await field.fill(taken)
    await renaming.getByRole('button', { name: 'Rename', exact: true }).click()
    await expectToast(page, 'error', 'Role Rename FAILED!')
    await expect(renaming).toContainText(`There is a role '${taken}' already.`)
    await expect(field).toBeFocused()
    await dismissToasts(page)
    const next = newWord()
    await field.fill(next)
    await page.keyboard.press('Enter')
    await expectToast(page, 'success', 'Role Renamed!')
    await expect(renaming).toHaveCount(0)
    await expect(roles.row(name).form).toHaveCount(0)
    await expect(roles.row(next).form).toContainText('1 person')
    await expect(page.locator(`[data-role="${next}"]`)).toBeFocused()
    expect(await storedRole(product, next)).toEqual(['canViewData'])
    await dismissToasts(page)

    await product.database.pool.query('delete from user_roles where user_id = $1', [person.userId])
    await page.reload()
    await roles.row(next).menu.click()
    await roles.row(next).act('Delete').click()
    await expect(roles.dialog).toContainText('nobody loses a permission')
    await roles.answer('Delete').click()
    await expectToast(page, 'success', 'Role Deleted!')
    await expect(roles.row(next).form).toHaveCount(0)
    await expect(page.getByRole('list', { name: 'Roles' })).toBeFocused()
    expect(await storedRole(product, next)).toBeUndefined()
    await expect(roles.row('customer').form).toBeVisible()
    await expect(roles.row('customer').menu).toHaveCount(0)
    await expect(roles.row('admin').menu).toHaveCount(0)
  })
})

test('without a mouse, on a wide screen and on a narrow one', async ({ page, product, openRole }) => {
  const { name, roles } = await openRole()
  const row = roles.row(name)
  for (const [width, height] of [
    [1280, 800],
    [360, 740],
  ] as const) {
    await test.step(`without a mouse, ${width} pixels wide: change a role`, async () => {
      await page.setViewportSize({ width, height })
      await expect(row.form).toBeVisible()
      // The way from the page's top would lead through all roles of all tests.
      await row.form.getByRole('checkbox').first().focus()
      await tabTo(page, row.box('Close bugs'))
      await page.keyboard.press('Space')
      await expect(row.unsaved).toBeVisible()
      await tabTo(page, row.save)
      await page.keyboard.press('Enter')
      await expectToast(page, 'success', 'Updated Role Successfully')
      await expect(row.save).toHaveCount(0)
      // The button went with the change; the focus stays with the role.
      await page.keyboard.press('Tab')
      expect(await hasFocus(row.form)).toBe(true)
      expect(await storedRole(product, name)).toEqual(['canViewData', 'canCloseAnyBug'])
      await dismissToasts(page)
      await row.box('Close bugs').focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('Control+Enter')
      await expectToast(page, 'success', 'Updated Role Successfully')
      expect(await storedRole(product, name)).toEqual(['canViewData'])
      await dismissToasts(page)
    })
  }
})
