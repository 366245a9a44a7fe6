import type { Product } from '#testing/browser-test.ts'
import { type Permission } from '#shared/access/permissions.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import type { Page } from '@playwright/test'

/** A role of its own for a test, because the others are shared with all tests. @returns its name */
export async function aRole(product: Product, permissions: readonly Permission[]): Promise<string> {
  const name = newWord()
  await product.database.pool.query('insert into roles (name, permissions) values ($1, $2)', [name, permissions])
  return name
}

/** The permissions that the database has for a role; undefined when there is no such role. */
export async function storedRole(product: Product, name: string): Promise<string[] | undefined> {
  const { rows } = await product.database.pool.query('select permissions from roles where name = $1', [name])
  return (rows[0] as { permissions: string[] } | undefined)?.permissions
}

/** The parts of the roles' screen. */
export function rolesPage(page: Page) {
  const main = page.getByRole('main')
  const list = main.getByRole('list', { name: 'Roles' })
  const newRole = main.getByRole('form', { name: 'New role' })
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Roles', exact: true }),
    rows: list.getByRole('listitem'),
    row: (name: string) => {
      const form = main.getByRole('form', { name: `Role ${name}`, exact: true })
      return {
        form,
        boxes: form.getByRole('checkbox'),
        box: (title: string) => form.getByRole('checkbox', { name: title, exact: true }),
        save: form.getByRole('button', { name: `Save ${name}`, exact: true }),
        undo: form.getByRole('button', { name: 'Undo', exact: true }),
        unsaved: form.getByText('Unsaved', { exact: true }),
        refusal: form.getByRole('alert'),
        menu: form.getByRole('button', { name: `Actions for the role ${name}`, exact: true }),
        act: (item: string) => page.getByRole('menuitem', { name: item, exact: true }),
      }
    },
    add: main.getByRole('button', { name: 'Add a role', exact: true }),
    newRole,
    newName: newRole.getByRole('textbox', { name: 'Role name', exact: true }),
    create: newRole.getByRole('button', { name: 'Create', exact: true }),
    cancel: newRole.getByRole('button', { name: 'Cancel', exact: true }),
    dialog: page.getByRole('alertdialog'),
    answer: (name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true }),
  }
}
