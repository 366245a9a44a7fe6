import type { Routes } from '#server/http/serve.ts'
import * as contract from '#shared/mail-in/contract.ts'
import { deleteHeld, listHeld, retryHeld, revokeOfHeld, viewHeld, viewOriginal } from './held-mails.ts'
import type { MailInNeeds } from './mail-in.ts'

export function bindMailIn(routes: Routes, needs: MailInNeeds): void {
  routes.read(contract.listReceivedMails, (_call, db) => listHeld(db, needs.settings?.address ?? null))
  routes.read(contract.viewReceivedMail, ({ params }, db) => viewHeld(db, params.receivedId))
  routes.read(contract.viewCommentOriginal, ({ actor, params }, db) =>
    viewOriginal(db, actor, params.bugId, params.commentId),
  )
  routes.act(contract.acceptReceivedMail, async ({ actor, params }) => {
    const { acceptHeld } = await import('./handle-received.ts')
    await acceptHeld(needs, params.receivedId, actor.userId)
    return { reply: { isDone: true as const } }
  })
  routes.write(contract.retryReceivedMail, async ({ params }, tx) => {
    await retryHeld(tx, params.receivedId)
    return { isWaiting: true as const }
  })
  routes.write(contract.revokeReplyAddress, async ({ params }, tx) => {
    await revokeOfHeld(tx, params.receivedId)
    return { isRevoked: true as const }
  })
  routes.write(contract.deleteReceivedMail, async ({ params }, tx) => {
    await deleteHeld(tx, params.receivedId)
    return {}
  })
}
