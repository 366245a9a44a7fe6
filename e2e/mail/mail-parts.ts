import { newRecordId } from '#server/db/record-id.ts'
import type { Product } from '#testing/browser-test.ts'
import type { Page } from '@playwright/test'

/** Stores a mail that was given up. */
export async function aRefusedMail(
  { database }: Product,
  { address = 'ann@example.test', reason = '550 5.1.1 No such user' }: { address?: string; reason?: string } = {},
): Promise<void> {
  await database.pool.query(
    `insert into mails (id, kind, address, due_on, expires_on, tries, last_error, failed_on)
      values ($1, 'test-mail', $2, now(), now(), 1, $3, now())`,
    [newRecordId(), address, reason],
  )
}

/** Has everything outgoing held, as a restore does. */
export async function holdMail({ database }: Product): Promise<void> {
  await database.pool.query('insert into outgoing_hold default values')
}

/** The parts of the page of mails. */
export function mailPage(page: Page) {
  const unsent = page.getByRole('main').getByRole('list', { name: 'Unsent mails' }).getByRole('listitem')
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Mail' }),
    counts: page.getByText(/ waiting · /),
    unsent,
    sent: page.getByRole('main').getByRole('list', { name: 'Sent mails' }).getByRole('listitem'),
    tryAgain: (address: string) => unsent.filter({ hasText: address }).getByRole('button', { name: 'Try again' }),
    none: page.getByText('Nothing is stuck'),
    held: page.getByText('Mail is held after a restore'),
    off: page.getByText('No mail goes out'),
    release: page.getByRole('button', { name: 'Release mail' }),
    test: page.getByRole('button', { name: 'Send test mail' }),
  }
}
