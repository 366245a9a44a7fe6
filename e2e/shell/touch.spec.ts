import { expect, test } from '#testing/browser-test.ts'
import { bugList } from '#e2e/list/bug-list-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'

const hints = ['next and previous bug', 'Turn keys off']

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 780 } })

  test('the bug list says nothing of keys', async ({ page, product, signIn }) => {
    const { userId } = await signIn(['customer'])
    const title = newWord()
    await aBug(product, userId, { title })
    await page.goto(`/page/bugs/list?keywords=${title}`)
    await expect(bugList(page).card(title)).toBeVisible()
    for (const hint of hints) await expect(page.getByText(hint)).toBeHidden()
  })
})

test('with a mouse the bug list says which keys it knows', async ({ page, product, signIn }) => {
  const { userId } = await signIn(['customer'])
  const title = newWord()
  await aBug(product, userId, { title })
  await page.goto(`/page/bugs/list?keywords=${title}`)
  for (const hint of hints) await expect(page.getByText(hint)).toBeVisible()
})
