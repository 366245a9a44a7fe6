import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { mayBeMailed } from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { mailBody } from './mail-body.ts'
import type { MailKind } from './mail-kind.ts'
import type { MailOut } from './mail-out.ts'
import { putMail } from './mail-store.ts'

const name = 'test-mail'

/** The mail by which an administrator sees whether mail arrives. */
export const testMail = (out: MailOut): MailKind => ({
  name,
  title: 'Test mail',
  needsConfirmed: false,
  write: async () => {
    const address = out.linkTo('/')
    return {
      subject: `Mail from ${out.productName} arrives`,
      ...mailBody(out.productName, [
        { heading: 'Mail arrives' },
        { paragraph: `This is the test mail that you sent from ${out.productName}.` },
        ...(address ? [{ button: `Open ${out.productName}`, address }] : []),
        { small: 'You got it because you pressed “Send test mail” as an administrator.' },
      ]),
    }
  },
})

/**
 * Has a test mail sent to the caller; one at a time.
 * @throws AppError conflict while no mail goes out, forbidden for an account that gets none
 */
export async function sendTestMail(tx: Tx, actor: Actor, out: MailOut): Promise<{ mailId: string; address: string }> {
  const state = await out.state(tx)
  if (state !== 'ready') throw new AppError('conflict', `No mail goes out here: ${state}.`)
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  if (email === null || !(await mayBeMailed(tx, actor.userId, email, false))) {
    throw new AppError('forbidden', 'This account gets no mail.')
  }
  const waiting = await tx
    .selectFrom('mails')
    .select('id')
    .where('user_id', '=', actor.userId)
    .where('kind', '=', name)
    .where('sent_on', 'is', null)
    .where('failed_on', 'is', null)
    .executeTakeFirst()
  const mailId =
    waiting?.id ?? (await putMail(tx, { kind: name, userId: actor.userId, address: email, subjectId: null }))
  return { mailId, address: email }
}
