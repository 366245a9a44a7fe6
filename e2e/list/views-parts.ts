import { createView, type View, type ViewSearch } from '#shared/views/contract.ts'
import type { Caller } from '#testing/test-app.ts'
import type { Page } from '@playwright/test'

/** The parts of the bug list's screen that are about saved views. */
export function viewParts(page: Page) {
  const main = page.getByRole('main')
  const button = (name: string) => main.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')
  const list = page.getByRole('dialog', { name: 'Saved views' })
  const bugsMenu = page.getByRole('banner').getByRole('button', { name: 'Bugs', exact: true })
  return {
    /** The button that says which view is open, and opens the list of views. */
    toggle: main.locator('.views-toggle'),
    listed: (name: string) => list.getByRole('link', { name, exact: true }),
    pin: (name: string) => list.getByRole('button', { name: `Pin ${name} to the Bugs menu`, exact: true }),
    changed: main.getByText('changed', { exact: true }),
    save: button('Save view'),
    saveAsNew: button('Save as new'),
    saveChanges: button('Save changes'),
    actions: main.getByRole('button', { name: /^Actions for the view/ }),
    item: (name: string) => page.getByRole('menuitem', { name, exact: true }),
    dialog,
    name: dialog.getByLabel('Name', { exact: true }),
    audience: (name: 'Only me' | 'Whoever has the link') => dialog.getByRole('radio', { name, exact: true }),
    send: (name: string) => dialog.getByRole('button', { name, exact: true }),
    bugsMenu,
    pinned: page.getByRole('banner').getByRole('list', { name: 'Views' }).getByRole('link'),
  }
}

/** A view that somebody keeps. */
export async function aView(
  owner: Caller,
  facts: { name: string; search: ViewSearch; isShared?: boolean },
): Promise<View> {
  const { status, body } = await owner.call(createView, { body: { isShared: false, ...facts } })
  if (status !== 200) throw new Error(`The view ${facts.name} could not be made: ${JSON.stringify(body)}`)
  return body.result
}
