import type { Page } from '@playwright/test'

/** The parts of the report screen. */
export function reportForm(page: Page) {
  const main = page.getByRole('main')
  return {
    title: main.getByLabel('Title', { exact: true }),
    description: main.getByLabel('Description', { exact: true }),
    steps: main.getByLabel('Steps to Reproduce', { exact: true }),
    isPrivate: main.getByRole('checkbox', { name: 'Private' }),
    /** Under whatever name it has at the moment. */
    button: main.getByRole('button', { name: /^(Report$|Wait: )/ }),
    /** Leads to the bug that was just reported. */
    linkTo: (title: string) => main.getByRole('link', { name: title, exact: true }),
    fill: async (title: string, description = 'It flickers.', steps = 'Wait for dusk.') => {
      await main.getByLabel('Title', { exact: true }).fill(title)
      await main.getByLabel('Description', { exact: true }).fill(description)
      await main.getByLabel('Steps to Reproduce', { exact: true }).fill(steps)
    },
  }
}

/** Notes every name that the button shows from now on. @returns what it has shown so far */
export async function watchReportButton(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seenOnButton: seen })
    const note = () => {
      const text = document.querySelector('main form button[type=submit]')?.textContent ?? ''
      if (/^(Report|Wait: \d+)$/.test(text) && seen.at(-1) !== text) seen.push(text)
    }
    note()
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => (window as unknown as { seenOnButton: string[] }).seenOnButton)
}
