import { insertSession } from '#server/features/auth/public.ts'
import type { Product } from '#testing/browser-test.ts'
import type { Page } from '@playwright/test'

/** User agents of well-known browsers, by the words that people know them by. */
export const userAgents = {
  'Safari on iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  'Firefox on Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Edge on Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
} as const

/** Another session of somebody. @returns its cookie */
export async function aSession(product: Product, userId: string, browser: keyof typeof userAgents): Promise<string> {
  const token = await product.inTx((tx) => insertSession(tx, userId, userAgents[browser]))
  return `mothlight_session=${token}`
}

/** How many sessions somebody has. */
export async function sessionCount(product: Product, userId: string): Promise<number> {
  const { rowCount } = await product.database.pool.query('select 1 from sessions where user_id = $1', [userId])
  return rowCount ?? 0
}

/** The parts that show where somebody is logged in. */
export function sessionParts(page: Page) {
  const section = page.getByRole('main').getByRole('region', { name: /^Where .* logged in$/ })
  const rows = section.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  return {
    section,
    rows,
    row: (words: string) => rows.filter({ hasText: words }),
    end: (words: string) => rows.getByRole('button', { name: `End ${words}`, exact: true }),
    endAll: section.getByRole('button', { name: 'End all', exact: true }),
    endOthers: section.getByRole('button', { name: 'End all others', exact: true }),
  }
}

/** The parts that switch an account off and on. */
export function activationParts(page: Page) {
  const main = page.getByRole('main')
  return {
    deactivate: main.getByRole('button', { name: 'Deactivate', exact: true }),
    reactivate: main.getByRole('button', { name: 'Reactivate', exact: true }),
    badge: main.locator('.badge').getByText('Deactivated', { exact: true }),
    dialog: page.getByRole('alertdialog'),
    answer: (name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true }),
  }
}
