import { idOfPerson, personOf } from '#server/features/imports/public.ts'
import { accessibilityDefects } from '#testing/axe.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { expectToast } from '#e2e/parts/toasts.ts'

test('an administrator gives an account what a person of an import reported', async ({ page, product, signIn }) => {
  const word = newWord()
  const name = `Ada ${word}`
  const old = await product.inTx((tx) => idOfPerson(tx, personOf(name, null)))
  const bugId = await aBug(product, old, { title: word })
  const account = await product.person(['staff'], { fullName: 'Ada Account' })
  await signIn(['admin'])
  await page.goto(`/page/users/list/edit/${account.userId}`)
  const section = page.getByRole('region', { name: 'Known from an import' })
  await section.getByRole('button', { name: 'Choose who they were' }).click()
  await page.keyboard.type(word)
  await expect(page.getByRole('option')).toHaveText([new RegExp(`${name}.*1 bug`)])
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(`Give what “${name}” has to Ada Account?`)
  await expect(dialog).toContainText('1 bug that they reported will be those of Ada Account')
  await expect(dialog).toContainText('It can’t be taken back.')
  expect(await accessibilityDefects(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Give to this account' }).click()
  await expectToast(page, 'success', 'Imported Person Given!')
  await page.goto(`/page/bugs/list/view/${bugId}`)
  await expect(page.locator('.bug-summary')).toContainText('Ada Account')
})
