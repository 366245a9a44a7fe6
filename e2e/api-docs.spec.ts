import { endpoints } from '#shared/endpoints.ts'
import { expect, test } from './fixtures.ts'
import { sticksOut } from './sticks-out.ts'

test('the page of all calls can be read at any width, in light and dark, needs no other server and sends no call', async ({
  page,
  product,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('data:') && new URL(request.url()).origin !== product.origin)
      elsewhere.push(request.url())
  })
  const response = await page.goto('/api/docs')
  // Anything that the policy refuses is an error in the console, which fails every test.
  expect(response?.headers()['content-security-policy']).toContain("script-src 'self';")
  await expect(page.locator('.opblock')).toHaveCount(Object.keys(endpoints).length)
  await page.getByRole('button', { name: /Reports a bug\./ }).click()
  await expect(page.getByText('Whoever is signed in may call it.')).toBeVisible()
  await expect(page.getByText('stepsToReproduce').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /try it out|execute|authorize/i })).toHaveCount(0)
  await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /width=device-width/)

  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const seen: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await sticksOut(page), `${colorScheme} at ${width}`).toEqual([])
    }
    seen.push(await background())
  }
  expect(new Set(seen).size).toBe(2)
  expect(elsewhere).toEqual([])
})
