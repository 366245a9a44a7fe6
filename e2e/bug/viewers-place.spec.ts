import { expect, test } from '#e2e/parts/fixtures.ts'
import { editAny } from '#e2e/parts/edit-form.ts'
import { classify } from '#e2e/parts/classify-form.ts'
import { view } from '#e2e/parts/page-parts.ts'
import { boxesOf, boxOf } from '#e2e/parts/settled.ts'

for (const [name, path] of [
  ['edit', editAny],
  ['classify', classify],
  ['assign', (id: string) => `/page/bugs/assignUser/${id}`],
] as const) {
  test(`on a phone nothing is left open below the heading of ${name}, and nothing moves when somebody comes`, async ({
    page,
    product,
    signInWithBug,
    openBrowser,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { id } = await signInWithBug(['staff'])
    await page.goto(path(id))
    const words = page.locator('.page-words')
    const next = page.locator('.page-header + *')
    await expect(next).toBeVisible()
    const gap = async () => {
      const [above, below] = await boxesOf(words, next)
      return Math.round(below.y - above.y - above.height)
    }
    await expect.poll(gap).toBeLessThanOrEqual(32)
    const before = await boxOf(next)

    const ben = await product.person(['staff'], { fullName: 'Ben Birch' })
    const other = await openBrowser(ben.cookie)
    await other.goto(view(id))
    const viewers = page.getByRole('main').getByRole('status', { name: 'Who else is here' })
    await expect(viewers).toContainText('Ben Birch')
    const [line, above, below] = await boxesOf(viewers, words, next)
    expect(below).toEqual(before)
    expect(line.y).toBeGreaterThanOrEqual(above.y + above.height)
    expect(line.y + line.height).toBeLessThanOrEqual(before.y)
  })
}
