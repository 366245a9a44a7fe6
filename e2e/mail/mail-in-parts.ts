import { newRecordId } from '#server/db/record-id.ts'
import type { Product } from '#testing/browser-test.ts'
import { aReader, handle, ownDomain } from '#testing/mail-in-parts.ts'
import type { Page } from '@playwright/test'

/** Settings of a product to which mail comes. */
export const mailInSettings = { MAIL_IN_ADDRESS: `mothlight@${ownDomain}`, MAIL_IN_SECRET: 'a-secret-of-the-test' }

/** Stores a mail that came, and has it handled. */
export async function aMailThatCame(
  product: Product,
  mail: { from: string; to: string; subject: string; text: string },
) {
  const raw = `From: ${mail.from}\r\nTo: ${mail.to}\r\nSubject: ${mail.subject}\r\n\r\n${mail.text}\r\n`
  await product.database.pool.query(
    `insert into received_mails (id, came_by, envelope, raw, bytes, fingerprint) values ($1, 'http', '{"to": []}', $2, $3, $1)`,
    [newRecordId(), Buffer.from(raw), raw.length],
  )
  await handle(product)
}

/** A mail from another address than the one for which its address for answers was made. */
export async function anAnswerFromElsewhere(product: Product) {
  const reader = await aReader(product)
  const mail = {
    from: 'eve@elsewhere.test',
    to: reader.replyTo,
    subject: 'Re: The lamp flickers',
    text: 'It is the *left* one.',
  }
  await aMailThatCame(product, mail)
  return reader
}

/** The part of the page of mails that shows what came in. */
export function receivedMails(page: Page) {
  const held = page.getByRole('list', { name: 'Held mails' }).getByRole('listitem')
  return {
    heading: page.getByRole('heading', { level: 2, name: 'Mail that comes in' }),
    counts: page.getByText(/ held · /),
    held,
    none: page.getByText('No mail waits for you'),
    off: page.getByText('MAIL_IN_ADDRESS'),
    show: (subject: string) => held.filter({ hasText: subject }).getByRole('button', { name: 'Show' }),
    actions: (subject: string) => held.getByRole('button', { name: `Actions for ${subject}` }),
    original: page.getByRole('dialog', { name: 'Original mail' }),
  }
}
