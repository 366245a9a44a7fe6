import type { Locator, Page } from '@playwright/test'

/** A bug's comments, without the changes among which they stand. */
export function comments(page: Page): Locator {
  return page.getByRole('main').getByRole('region', { name: 'Timeline' }).locator('li.comment')
}

/** The parts of a bug's comments. */
export function commentParts(page: Page) {
  const list = page.getByRole('main').getByRole('region', { name: 'Timeline' })
  const entries = comments(page)
  const menus = list.getByRole('button', { name: /^Actions for the comment by/ })
  const item = (name: 'Edit' | 'Delete') => page.getByRole('menuitem', { name, exact: true })
  const newComment = list.getByRole('textbox', { name: 'New comment' })
  const submit = list.getByRole('button', { name: 'Submit', exact: true })
  return {
    entries,
    entry: (text: string) => entries.filter({ hasText: text }),
    /** Every button that opens a comment's menu. */
    menus,
    menuOf: (entry: Locator) => entry.getByRole('button', { name: /^Actions for the comment by/ }),
    items: page.getByRole('menuitem'),
    item,
    editor: list.getByRole('form', { name: 'Edit comment' }),
    text: list.getByRole('textbox', { name: 'Comment', exact: true }),
    save: list.getByRole('button', { name: 'Save', exact: true }),
    cancel: list.getByRole('button', { name: 'Cancel', exact: true }),
    deleted: entries.filter({ hasText: /^Deleted comment by / }),
    dialog: page.getByRole('alertdialog'),
    answer: (name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true }),
    newComment,
    submit,
    /** Opens the only comment that somebody may change. */
    startEditing: async () => {
      await menus.click()
      await item('Edit').click()
    },
    /** Types a new comment and sends it. */
    write: async (text: string) => {
      await newComment.fill(text)
      await submit.click()
    },
  }
}
