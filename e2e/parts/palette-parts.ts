import { expect } from '#testing/browser-test.ts'
import type { Locator, Page } from '@playwright/test'

/** The command palette and what is in it. */
export function paletteParts(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Command palette' })
  const rows = dialog.getByRole('option')
  return {
    dialog,
    rows,
    field: dialog.getByRole('combobox'),
    group: (name: string) => dialog.getByRole('group', { name, exact: true }),
    row: (text: string | RegExp) => rows.filter({ hasText: text }),
    /** The row that Enter runs. */
    chosen: dialog.getByRole('option', { selected: true }),
    close: dialog.getByRole('button', { name: 'Close' }),
    /** Opens it by its keys, once they are there. */
    open: async () => {
      await expect(async () => {
        await page.keyboard.press('Control+k')
        await expect(dialog).toBeVisible({ timeout: 5_000 })
      }).toPass()
    },
  }
}

/** The list of shortcuts. */
export function shortcutParts(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  return {
    dialog,
    group: (name: string) => dialog.getByRole('region', { name, exact: true }),
    switch: dialog.getByRole('checkbox', { name: /^Single keys/ }),
    /** Every row as 'label: keys', once it shows: its code may still be on its way. */
    all: async () => (await shortcutRows(dialog)).map(({ label, keys }) => `${label}: ${keys.join(', ')}`),
    /** The same with the group that each stands in. */
    rows: () => shortcutRows(dialog),
  }
}

async function shortcutRows(dialog: Locator): Promise<{ group: string; label: string; keys: string[] }[]> {
  await dialog.locator('.shortcut').first().waitFor()
  return dialog.locator('.shortcut').evaluateAll((rows) =>
    rows.map((row) => ({
      group: row.closest('section')?.getAttribute('aria-label') ?? '',
      label: row.querySelector('dt')?.textContent ?? '',
      keys: [...row.querySelectorAll('.keys')].map((one) =>
        [...one.querySelectorAll('kbd')].map(({ textContent }) => textContent).join(' '),
      ),
    })),
  )
}
