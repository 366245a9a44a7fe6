import type { Tx } from '#server/db/database.ts'
import type { Reaction } from '#server/events/transactor.ts'
import type { Welcome } from '#server/features/auth/public.ts'
import type { MailOut } from '#server/features/mail/public.ts'
import { ownAccount } from '#server/features/users/public.ts'
import { isMailAddress } from '#shared/users/contract.ts'
import { endLinksOf } from './account-links.ts'
import { askToConfirm } from './ask-for-mail.ts'
import type { MailLimits } from './limits.ts'

/** Whoever has a new password has no use for older links, which a stranger may have asked for. */
export const endLinksWithPassword: Reaction = async (tx, { type, subjectId }) => {
  if (type !== 'user-password-changed') return
  const account = await ownAccount(tx, { id: subjectId })
  if (account) await endLinksOf(tx, account.id, account.email)
}

/** Asks the first administrator to confirm their address, where mail works. */
export const confirmFirstAddress =
  (out: MailOut): Reaction =>
  async (tx, event) => {
    if (event.type !== 'user-registered' || (event.payload as { how?: string }).how !== 'setup') return
    const account = await ownAccount(tx, { id: event.subjectId })
    if (account) await askWhereMailWorks(tx, out, account)
  }

/** Asks whoever registers to confirm their address, as long as the limits let strangers have mails sent. */
export const confirmNewAddresses =
  (out: MailOut, limits: MailLimits): Welcome =>
  async (email, network) => {
    const isAllowed = (await limits.isStrangerAllowed(network)) && (await limits.isAllowed('registration', email))
    return async (tx, id) => {
      if (isAllowed) await askWhereMailWorks(tx, out, { id, email })
    }
  }

async function askWhereMailWorks(tx: Tx, out: MailOut, account: { id: string; email: string }): Promise<void> {
  if (!isMailAddress(account.email)) return
  const state = await out.state(tx)
  if (state === 'ready' || state === 'held') await askToConfirm(tx, 'confirm', account)
}
