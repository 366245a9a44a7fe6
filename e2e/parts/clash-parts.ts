import type { Page } from '@playwright/test'

/** What a form shows of texts that clash. `label` is what their field is called. */
export function clashParts(page: Page, label: string) {
  const all = page.getByRole('group', { name: 'Changed by somebody else meanwhile' })
  const clash = all.getByRole('region', { name: `Both versions of the ${label.toLowerCase()}`, exact: true })
  return {
    all,
    heading: clash.locator('.text-clash-head'),
    theirs: clash.getByRole('group', { name: 'Theirs, as it is now' }),
    yours: clash.getByRole('group', { name: 'Yours', exact: true }),
    choice: clash.getByRole('radiogroup'),
    takeTheirs: clash.getByRole('radio', { name: 'Take theirs' }),
    keepMine: clash.getByRole('radio', { name: 'Keep mine' }),
    combine: clash.getByRole('radio', { name: 'Combine both' }),
    combined: clash.getByRole('textbox', { name: `Combined ${label.toLowerCase()}` }),
  }
}

/** Asks whether a change is still wanted after others have changed the same. */
export function staleQuestion(page: Page) {
  const dialog = page.getByRole('alertdialog', { name: 'This bug has changed meanwhile' })
  return {
    dialog,
    changes: dialog.getByRole('listitem'),
    anyway: (verb: 'Close' | 'Open' | 'Assign' | 'Classify' | 'Change') =>
      dialog.getByRole('button', { name: `${verb} anyway`, exact: true }),
    leave: dialog.getByRole('button', { name: 'Leave it as it is', exact: true }),
  }
}
