import { permissionNames } from '#shared/access/permissions.ts'
import { maxTitleLength } from '#shared/bugs/words.ts'
import { maxRoleNameLength } from '#shared/roles/words.ts'
import { maxNameLength } from '#shared/users/contract.ts'
import { giveSession } from '#testing/browser-test.ts'
import { editAny } from '#e2e/parts/edit-form.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { view } from '#e2e/parts/page-parts.ts'
import { aBug } from '#e2e/parts/sample-bug.ts'
import { boxesOf, settled } from '#e2e/parts/settled.ts'
import { sticksOut } from '#e2e/parts/sticks-out.ts'
import { aRole, rolesPage } from './role-parts.ts'
import { userList } from './user-list-parts.ts'

test('the matrix of roles has no empty column, and no row moves when one has changes', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(['admin'])
  // One of two lines.
  const name = `${await aRole(product, ['canViewData'])} WW WW`
  await product.database.pool.query('update roles set name = $1 where name = $2', [name, name.slice(0, -6)])
  await page.goto('/page/users/roles')
  const roles = rolesPage(page)
  const row = roles.row(name)
  await expect(row.boxes).toHaveCount(permissionNames.length)
  await settled(page)
  const emptyWidth = await row.form.evaluate((form) => {
    const last = [...form.querySelectorAll('.permission-box')].at(-1)
    return form.getBoundingClientRect().right - (last?.getBoundingClientRect().right ?? 0)
  })
  expect(emptyWidth).toBeLessThan(24)

  // In the page, because the window may scroll to what is pressed.
  const heights = async () => {
    await settled(page)
    return roles.rows.evaluateAll((rows) => rows.map((one) => one.getBoundingClientRect().height))
  }
  const box = row.boxes.last()
  const placeOfBox = () =>
    box.evaluate((element) => {
      const [place, form] = [element.getBoundingClientRect(), element.closest('form')?.getBoundingClientRect()]
      return { left: place.left, top: place.top - (form?.top ?? 0) }
    })
  const before = { heights: await heights(), box: await placeOfBox() }
  await box.check()
  await expect(row.save).toBeVisible()
  await expect(row.undo).toBeVisible()
  expect({ heights: await heights(), box: await placeOfBox() }).toEqual(before)
  const [head, undo] = await boxesOf(row.form.locator('.role-head'), row.undo)
  expect(undo.x + undo.width).toBeLessThanOrEqual(head.x + head.width)
  await row.undo.click()
  await expect(row.undo).toBeHidden()
  expect({ heights: await heights(), box: await placeOfBox() }).toEqual(before)
})

test('on phones nothing is wider than the window, however long the names of roles, people and bugs are', async ({
  page,
  context,
  openProduct,
}) => {
  // In a product of its own: such a role would stand on the screens of other tests.
  const product = await openProduct()
  const [role, name] = ['W'.repeat(maxRoleNameLength), 'W'.repeat(maxNameLength)]
  const permissions = ['canViewData', 'canEditAnyUser', 'canEditAnyBug', 'canClassifyAnyBug', 'canReassignAnyBug']
  await product.database.pool.query('insert into roles (name, permissions) values ($1, $2)', [role, permissions])
  const person = await product.person(['staff', role], { fullName: name })
  await giveSession(context, product.origin, person.cookie ?? '')
  const bugId = await aBug(product, person.userId, { title: 'W'.repeat(maxTitleLength), assignedTo: person.userId })
  const open = async (path: string) => {
    await page.goto(product.origin + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const look = async (what: string) => {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      expect.soft(await sticksOut(page), `${what}, ${width} pixels`).toEqual([])
    }
  }

  await open(`/page/users/list/edit/${person.userId}`)
  await expect(page.getByRole('checkbox', { name: role })).toBeChecked()
  await look('a user')
  await open(`/page/users/list?role=${role}`)
  await expect(userList(page).cards).toHaveCount(1)
  await look('the list of users with a role')
  await userList(page).toggleFilters.click()
  await expect(userList(page).role).toBeVisible()
  await look('its filters')
  await open('/page/users/me')
  await expect(page.getByRole('definition').filter({ hasText: 'Roles: ' })).toBeVisible()
  await look('the profile')

  await open('/page/users/roles')
  const { row, add, newName } = rolesPage(page)
  await row(role).boxes.last().check()
  await expect(row(role).save).toBeVisible()
  await add.click()
  await newName.fill(role)
  await look('the roles')

  await open(view(bugId))
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await look('a bug')
  await open(`/page/bugs/assignUser/${bugId}`)
  await page.getByLabel('Name', { exact: true }).fill(name.slice(0, 20))
  await page.getByRole('button', { name: 'Search by Name' }).click()
  await expect(page.getByRole('radio')).toHaveCount(1)
  await look('the people found for a bug')
  for (const path of [
    '/',
    '/page/bugs/list',
    '/page/bugs/report',
    `/page/bugs/list/classify/${bugId}`,
    editAny(bugId),
  ]) {
    await open(path)
    await look(path)
  }
})
