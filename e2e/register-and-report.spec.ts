import { expect, test } from '#testing/browser-test.ts'

test('a stranger registers', async ({ page }) => {
  await page.goto('/page/login/register')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
