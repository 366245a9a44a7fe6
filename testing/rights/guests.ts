import { holdReportByMail, type NewMail } from '#server/features/mail-reports/public.ts'
import { checkMailReport, confirmMailReport } from '#shared/mail-reports/contract.ts'
import type { MailServer } from '#testing/mail-server.ts'
import type { TestApp } from '#testing/test-app.ts'

let count = 0

/** A mail that begins a report, as it is received. */
export const newMail = (changes: Partial<NewMail> = {}): NewMail => ({
  messageId: `<${++count}@mail.example.test>`,
  from: { address: `guest${count}@example.test`, name: 'Rosa Guest' },
  to: ['mothlight@bugs.example'],
  subject: 'It crashes when I save',
  text: 'Pressing *save* closes the window.',
  attachments: [],
  receivedOn: new Date(),
  isAuthentic: true,
  ...changes,
})

/** Receives a mail, and returns what became of it. */
export const received = (app: TestApp, mail: NewMail) => app.inTx((tx) => holdReportByMail(tx, mail))

/** Returns the last token of a screen in mails to an address. */
export function tokenIn(server: MailServer, address: string, screen: 'report' | 'confirm-report'): string {
  const links = server.to(address).flatMap(({ text }) => [...text.matchAll(/\/page\/([\w-]+)\/([\w.-]+)/g)])
  return links.findLast(([, name]) => name === screen)?.[2] ?? ''
}

/**
 * Has somebody without an account report by mail, and confirm it.
 * @returns the token of their link, the bug and their address
 */
export async function reportedByMail(app: TestApp, server: MailServer, changes: Partial<NewMail> = {}) {
  const mail = newMail(changes)
  await received(app, mail)
  await app.runJob('send-mails')
  const { address } = mail.from
  const token = tokenIn(server, address, 'confirm-report')
  const waiting = (await app.stranger.call(checkMailReport, { body: { token } })).body.result?.waiting
  const { title, description } = waiting ?? { title: '', description: '' }
  const { status, body } = await app.stranger.call(confirmMailReport, { body: { token, title, description } })
  if (status !== 200) throw new Error(`The report was not confirmed: ${JSON.stringify(body)}`)
  await app.runJob('send-mails')
  const { rows } = await app.database.pool.query<{ id: string }>(
    `select b.id from bugs b join products p on p.number = b.product_number where p.key || '-' || b.number = $1`,
    [body.result.key],
  )
  return {
    address,
    token: (body.result.page ?? '').replace('/page/report/', ''),
    confirmToken: token,
    key: body.result.key,
    bugId: rows[0]?.id ?? '',
  }
}
