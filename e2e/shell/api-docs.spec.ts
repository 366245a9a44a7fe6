import { endpoints } from '#shared/endpoints.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { sticksOut } from '#e2e/parts/sticks-out.ts'

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
  // Of many calls the page draws those that are in sight, and the others on the way to them.
  const calls = page.locator('.opblock')
  await expect(calls.first()).toBeVisible()
  const drawn = new Set<string>()
  const look = async () => {
    for (const id of await calls.evaluateAll((all) => all.map((one) => one.id))) drawn.add(id)
    return drawn.size
  }
  await expect
    .poll(async () => (await page.mouse.wheel(0, 400), look()), { intervals: [50] })
    .toBe(Object.keys(endpoints).length)
  const report = page.getByRole('button', { name: /Reports a bug\./ })
  await expect.poll(async () => (await page.mouse.wheel(0, -300), report.isVisible()), { intervals: [50] }).toBe(true)
  await report.click()
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
    await expect.poll(background).not.toBe(seen.at(-1))
    seen.push(await background())
  }
  expect(elsewhere).toEqual([])
})
