import { mergeBug } from '#shared/merging/contract.ts'
import type { Caller } from '#testing/test-app.ts'
import type { Page } from '@playwright/test'

/** What concerns merging on a bug's page and on the classify screen. */
export function mergeParts(page: Page) {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  const candidates = main.getByRole('region', { name: 'Similar bugs' })
  const merged = main.getByRole('region', { name: 'Comments of merged bugs' })
  return {
    candidates,
    rows: candidates.locator('li.candidate'),
    candidate: (title: string) => candidates.getByRole('button', { name: title, exact: true }),
    compare: (title: string) => candidates.getByRole('button', { name: `Compare with ${title}`, exact: true }),
    sides: dialog.getByRole('article'),
    chooseOriginal: dialog.getByRole('button', { name: 'Choose as original', exact: true }),
    mergeInto: dialog.getByRole('button', { name: 'Merge into it…', exact: true }),
    ask: main.getByRole('button', { name: 'Merge…', exact: true }),
    dialog,
    closeToo: dialog.getByRole('checkbox', { name: 'Close this bug too', exact: true }),
    confirm: dialog.getByRole('button', { name: 'Merge', exact: true }),
    banner: main.locator('.merged-banner'),
    undoMerge: main.getByRole('button', { name: 'Undo the merge', exact: true }),
    /** The folded comments of merged bugs. */
    comments: merged,
    unfold: merged.getByRole('button', { name: /^\d+ comments? from \d+ merged bugs?$/ }),
  }
}

/** Merges a bug into another, as a script does. */
export async function merge(person: Caller, bugId: string, into: string, close = false): Promise<void> {
  const answer = await person.call(mergeBug, { params: { bugId }, body: { into, close } })
  if (answer.status !== 200) throw new Error(`Merging answered ${answer.status}.`)
}
