import type { Config } from '#server/config/config.ts'
import type { Routes } from '#server/http/serve.ts'
import * as contract from '#shared/mail/contract.ts'
import type { MailKind } from './mail-kind.ts'
import type { MailOut } from './mail-out.ts'
import { sendTestMail } from './test-mail.ts'
import { countMails, type MailRow, releaseMails, sentMails, tryMailAgain, unsentMails } from './listed-mails.ts'

/** @param kinds all of this version */
export function bindMail(routes: Routes, config: Config, out: MailOut, kinds: readonly MailKind[]): void {
  const titles = new Map(kinds.map(({ name, title }) => [name, title]))
  const listed = ({ id, kind, address, user_id, created_on }: MailRow) => ({
    _id: id,
    title: titles.get(kind) ?? kind,
    address,
    userId: user_id,
    createdOn: created_on.toISOString(),
  })
  routes.read(contract.listMails, async (_call, db) => {
    const { heldOn, waiting, failed, sentLately } = await countMails(db)
    return {
      state: await out.state(db),
      from: config.mail?.from.address ?? null,
      heldOn: heldOn?.toISOString() ?? null,
      waiting,
      failed,
      sentLately,
      result: (await unsentMails(db)).map((row) => ({
        ...listed(row),
        attempts: row.tries,
        reason: row.last_error,
        failedOn: row.failed_on?.toISOString() ?? null,
      })),
      sent: (await sentMails(db)).map((row) => ({ ...listed(row), sentOn: row.sent_on.toISOString() })),
    }
  })
  routes.write(contract.tryMailAgain, async ({ params: { mailId } }, tx) => {
    await tryMailAgain(tx, mailId)
    return { isWaiting: true as const }
  })
  routes.write(contract.sendTestMail, ({ actor }, tx) => sendTestMail(tx, actor, out))
  routes.write(contract.releaseMails, async (_call, tx) => ({ released: await releaseMails(tx) }))
}
