import { expect, test } from '#testing/browser-test.ts'
import type { Page } from '@playwright/test'

const bar = (page: Page) => page.getByRole('banner')
const toggle = (page: Page, name: 'Users' | 'Bugs') => bar(page).getByRole('button', { name, exact: true })
const item = (page: Page, name: string) => bar(page).getByRole('link', { name, exact: true })

/** Expects exactly this dropdown to be open, or none. */
async function expectOpen(page: Page, open: 'Users' | 'Bugs' | 'none'): Promise<void> {
  await expect(toggle(page, 'Users')).toHaveAttribute('aria-expanded', String(open === 'Users'))
  await expect(toggle(page, 'Bugs')).toHaveAttribute('aria-expanded', String(open === 'Bugs'))
  await expect(item(page, 'Find Users')).toHaveCount(open === 'Users' ? 1 : 0)
  await expect(item(page, 'Find Bugs')).toHaveCount(open === 'Bugs' ? 1 : 0)
  await expect(item(page, 'Report Bug')).toHaveCount(open === 'Bugs' ? 1 : 0)
}

test('the dropdowns, by pointer and by keyboard, and where all leads', async ({ page, product }) => {
  await test.step('a stranger is offered the login, and nothing of an account', async () => {
    await page.goto('/')
    await expect(item(page, 'Login')).toBeVisible()
    await expect(bar(page).getByRole('button', { name: 'Logout' })).toHaveCount(0)
    await expect(page.getByTitle('View Profile')).toHaveCount(0)
  })

  await test.step('one dropdown is open at a time, and a second press or a press outside closes it', async () => {
    await page.goto('/')
    await expectOpen(page, 'none')
    await toggle(page, 'Bugs').click()
    await expectOpen(page, 'Bugs')
    await toggle(page, 'Users').click()
    await expectOpen(page, 'Users')
    await toggle(page, 'Users').click()
    await expectOpen(page, 'none')

    await toggle(page, 'Bugs').click()
    await page.getByRole('heading', { level: 1 }).click()
    await expectOpen(page, 'none')

    await toggle(page, 'Users').click()
    await page.keyboard.press('Escape')
    await expectOpen(page, 'none')
    await expect(toggle(page, 'Users')).toBeFocused()
  })

  await test.step('the keyboard opens a dropdown, walks through it, and leaves it', async () => {
    await page.goto('/')
    await toggle(page, 'Bugs').focus()
    await page.keyboard.press('Enter')
    await expectOpen(page, 'Bugs')
    await page.keyboard.press('Tab')
    await expect(item(page, 'Find Bugs')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(item(page, 'Report Bug')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(item(page, 'Find Bugs')).toBeFocused()
    await page.keyboard.press('End')
    await expect(item(page, 'Report Bug')).toBeFocused()
    await page.keyboard.press('Escape')
    await expectOpen(page, 'none')
    await expect(toggle(page, 'Bugs')).toBeFocused()

    await page.keyboard.press('ArrowDown')
    await expectOpen(page, 'Bugs')
    await expect(item(page, 'Find Bugs')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expectOpen(page, 'none')
  })

  await test.step('where its items lead', async () => {
    await page.goto('/page/login')
    await expect(item(page, 'Mothlight')).toHaveAttribute('href', '/')
    await expect(item(page, 'Home')).toHaveAttribute('href', '/')
    await expect(item(page, 'Login')).toHaveAttribute('href', '/page/login')
    await toggle(page, 'Users').click()
    await expect(item(page, 'Find Users')).toHaveAttribute('href', '/page/users/list')
    await toggle(page, 'Bugs').click()
    await expect(item(page, 'Find Bugs')).toHaveAttribute('href', '/page/bugs/list')
    await expect(item(page, 'Report Bug')).toHaveAttribute('href', '/page/bugs/report')
  })

  await test.step('an address that leads nowhere says so and offers a way on', async () => {
    await page.goto('/page/nowhere')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(product.origin + '/page/nowhere')
    await page.getByRole('main').getByRole('link', { name: /home/i }).click()
    await expect(page).toHaveURL(product.origin + '/')
  })
})

test('somebody who is logged in sees their name and the way out, and a dropdown closes behind its item', async ({
  page,
  product,
  signIn,
}) => {
  await test.step('somebody who is logged in sees their name, their profile’s button and the logout', async () => {
    await signIn(['customer'], { fullName: 'Rosa Lindqvist' })
    await page.goto('/')
    await expect(bar(page).getByText('Rosa Lindqvist', { exact: true })).toBeVisible()
    const profile = bar(page).getByTitle('View Profile', { exact: true })
    await expect(profile).toBeVisible()
    await expect(profile).toHaveAccessibleName('View Profile')
    await expect(bar(page).getByRole('button', { name: 'Logout', exact: true })).toBeVisible()
    await expect(item(page, 'Login')).toHaveCount(0)
    await profile.click()
    await expect(page).toHaveURL(/\/page\/users\/me$/)
  })

  await test.step('a dropdown closes when one of its items is followed', async () => {
    await signIn(['customer'])
    await page.goto('/')
    await toggle(page, 'Bugs').click()
    await item(page, 'Report Bug').click()
    await expect(page).toHaveURL(product.origin + '/page/bugs/report')
    await expectOpen(page, 'none')
    // The new screen takes the focus, which would close a dropdown that was opened before it came.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await toggle(page, 'Bugs').click()
    await item(page, 'Find Bugs').click()
    await expect(page).toHaveURL(product.origin + '/page/bugs/list')
    await expectOpen(page, 'none')
  })
})

test('on a phone the bar folds, and nothing of it is lost', async ({ page, product, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(['customer'], { fullName: 'Rosa Lindqvist' })
  await page.goto('/')
  await expect(toggle(page, 'Bugs')).toHaveCount(0)
  await bar(page).getByRole('button', { name: 'Open menu' }).click()
  await toggle(page, 'Bugs').click()
  await expectOpen(page, 'Bugs')
  await item(page, 'Report Bug').click()
  await expect(page).toHaveURL(product.origin + '/page/bugs/report')
  await expect(toggle(page, 'Bugs')).toHaveCount(0)
  await expect(bar(page).getByTitle('View Profile')).toBeVisible()
  await bar(page).getByRole('button', { name: 'Open menu' }).click()
  await expect(bar(page)).toContainText('Logged in as Rosa Lindqvist')
  await bar(page).getByRole('button', { name: 'Logout', exact: true }).click()
  await expect(item(page, 'Login')).toBeVisible()
})
