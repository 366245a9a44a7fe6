import { expect, test } from '#testing/browser-test.ts'
import { comments } from '#e2e/parts/comment-parts.ts'
import { reportForm } from '#e2e/report/report-form.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import { dismissToasts, expectToast } from '#e2e/parts/toasts.ts'
import { fillRegistration, newEmail } from './account.ts'

test('a stranger registers, reports a bug, finds it, comments on it and logs out', async ({ page, product }) => {
  const word = newWord()
  const title = `Lamp ${word} flickers`
  const bar = page.getByRole('banner')
  const main = page.getByRole('main')

  await page.goto('/')
  await bar.getByRole('link', { name: 'Login', exact: true }).click()
  await main.getByRole('link', { name: 'Register', exact: true }).click()
  await fillRegistration(page, { email: newEmail(), fullName: 'Rosa Lindqvist' })
  await main.getByRole('button', { name: 'Register', exact: true }).click()
  await expectToast(page, 'success', 'Register User Successful! LoggedIn!')
  await dismissToasts(page)

  await bar.getByRole('button', { name: 'Bugs', exact: true }).click()
  await bar.getByRole('link', { name: 'Report Bug', exact: true }).click()
  await reportForm(page).fill(title, 'It flickers for a minute.', '1. Wait for dusk\n2. Switch it on')
  await reportForm(page).button.click()
  await expectToast(page, 'success', 'New Bug has been Reported!')
  await dismissToasts(page)

  await bar.getByRole('button', { name: 'Bugs', exact: true }).click()
  await bar.getByRole('link', { name: 'Find Bugs', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Keywords' }).fill(`flickers ${word}`)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Bugs' }).getByRole('heading')).toHaveText([title])
  await page.getByRole('link', { name: title, exact: true }).click()

  await expect(page).toHaveURL(/\/page\/bugs\/list\/view\/[0-9a-f]{24}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await main.getByRole('textbox', { name: 'New comment' }).fill('The new bulb flickers too.')
  await main.getByRole('button', { name: 'Submit', exact: true }).click()
  await expectToast(page, 'success', 'New Comment Added!')
  await expect(comments(page)).toHaveCount(1)
  await expect(comments(page)).toContainText('Rosa Lindqvist')
  await expect(comments(page)).toContainText('The new bulb flickers too.')
  await dismissToasts(page)

  await bar.getByRole('button', { name: 'Logout', exact: true }).click()
  await expectToast(page, 'success', 'Logout Successful!')
  await expect(page).toHaveURL(product.origin + '/')
  await expect(page.getByText(title)).toHaveCount(0)
})
