import { expect, test } from '#testing/browser-test.ts'
import { boxesOf } from '#e2e/parts/settled.ts'
import { toasts } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

const footer = (page: Page) => page.getByRole('contentinfo')
const banner = (page: Page) => page.getByRole('complementary', { name: 'About this site' })

/** Address by name of every link of the footer. */
async function footerLinks(page: Page): Promise<Record<string, string | null>> {
  await expect(footer(page)).toBeVisible()
  const links = await footer(page).getByRole('link').all()
  const entries = links.map(async (link) => [await link.innerText(), await link.getAttribute('href')] as const)
  return Object.fromEntries(await Promise.all(entries))
}

const ownLinks = { Home: '/', Bugs: '/page/bugs/list', Users: '/page/users/list', Login: '/page/login' }

test('the footer links the screens, and the banner stands on every page until it is dismissed', async ({ page }) => {
  await test.step('the footer links the screens, and no author whose links are not configured', async () => {
    await page.goto('/')
    expect(await footerLinks(page)).toEqual(ownLinks)
    await expect(footer(page)).toContainText(/built with/i)
    for (const part of ['React', 'Node.js', 'PostgreSQL']) await expect(footer(page)).toContainText(part)
  })

  await test.step('the copyright line names the current year', async () => {
    await page.clock.setFixedTime('2031-05-05T12:00:00Z')
    await page.goto('/')
    await expect(footer(page)).toContainText('© 2031')
  })

  await test.step('every page carries the banner, until it is dismissed for the day', async () => {
    await page.clock.setFixedTime('2031-05-05T12:00:00Z')
    for (const path of ['/', '/page/login', '/page/login/register', '/page/nowhere']) {
      await page.goto(path)
      await expect(banner(page)).toContainText(/school.*portfolio project/i)
      await expect(banner(page)).toContainText(/educational purposes/i)
    }
    await banner(page).getByRole('button').click()
    await expect(banner(page)).toHaveCount(0)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(banner(page)).toHaveCount(0)

    await page.clock.setFixedTime('2031-05-06T12:00:00Z')
    await page.reload()
    await expect(banner(page)).toBeVisible()
  })
})

test('the footer links the author as far as that is configured', async ({ page, openProduct }) => {
  await test.step('the footer links the author where that is configured', async () => {
    const product = await openProduct({
      AUTHOR_NAME: 'Rosa Lindqvist',
      AUTHOR_CODE_HOST: 'https://code.example.test/rosa',
      AUTHOR_NETWORK: 'https://network.example.test/rosa',
      AUTHOR_MAIL: 'mailto:rosa@example.test',
      AUTHOR_PORTFOLIO: 'https://rosa.example.test/',
    })
    await page.goto(product.origin)
    const addresses = Object.values(await footerLinks(page))
    expect(addresses).toEqual([
      ...Object.values(ownLinks),
      'https://code.example.test/rosa',
      'https://network.example.test/rosa',
      'mailto:rosa@example.test',
      'https://rosa.example.test/',
    ])
    await expect(footer(page)).toContainText('Rosa Lindqvist')
    await expect(page.getByRole('main').getByRole('link', { name: /portfolio/i })).toHaveAttribute(
      'href',
      'https://rosa.example.test/',
    )
  })

  await test.step('one link of the author alone stands alone', async () => {
    const product = await openProduct({ AUTHOR_MAIL: 'mailto:rosa@example.test' })
    await page.goto(product.origin)
    expect(Object.values(await footerLinks(page))).toEqual([...Object.values(ownLinks), 'mailto:rosa@example.test'])
    await expect(page.getByRole('main').getByRole('link', { name: /portfolio/i })).toHaveCount(0)
  })
})

test('the banner’s text can be configured; what stands below the bar makes room for all of its lines', async ({
  page,
  openProduct,
}) => {
  const text = 'Down for repairs on <b>Sunday</b> & Monday'
  const product = await openProduct({ BANNER_TEXT: `${text}. ${'That takes a while. '.repeat(12)}`.trim() })
  await page.setViewportSize({ width: 700, height: 800 })
  // Strangers are told why they are on the login page.
  await page.goto(`${product.origin}/page/users/list`)
  await expect(banner(page)).toContainText(text)
  await expect(toasts(page)).toHaveCount(1)
  const [lines, bar, toast] = await boxesOf(banner(page), page.locator('.navigation-inner'), toasts(page))
  expect(lines.height).toBeGreaterThan(35)
  expect(toast.y).toBeGreaterThan(bar.y + bar.height)
})
