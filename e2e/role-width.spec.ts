import { expect, test } from './fixtures.ts'
import { aRole, rolesPage } from './role-parts.ts'

test('the matrix of roles has no empty column, and no row moves when one has changes', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(['admin'])
  const name = await aRole(product, ['canViewData'])
  await page.goto('/page/users/roles')
  const roles = rolesPage(page)
  const row = roles.row(name)
  await expect(row.boxes).toHaveCount(8)
  const emptyWidth = await row.form.evaluate((form) => {
    const last = [...form.querySelectorAll('.permission-box')].at(-1)
    return form.getBoundingClientRect().right - (last?.getBoundingClientRect().right ?? 0)
  })
  expect(emptyWidth).toBeLessThan(24)

  // In the page, because the window may scroll to what is pressed.
  const heights = () => roles.rows.evaluateAll((rows) => rows.map((one) => one.getBoundingClientRect().height))
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
  const [head, undo] = [await row.form.locator('.role-head').boundingBox(), await row.undo.boundingBox()]
  expect((undo?.x ?? 0) + (undo?.width ?? 0)).toBeLessThanOrEqual((head?.x ?? 0) + (head?.width ?? 0))
  await row.undo.click()
  expect({ heights: await heights(), box: await placeOfBox() }).toEqual(before)
})
