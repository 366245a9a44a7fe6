import type { MailOut } from '#server/features/mail/public.ts'
import type { PasswordChecks } from '#server/features/users/public.ts'
import type { Routes } from '#server/http/serve.ts'
import * as contract from '#shared/accounts/contract.ts'
import type { Site } from '#shared/site/contract.ts'
import type { AccountLinks } from './account-links.ts'
import { askToConfirmEmail, changeEmail, forgotPassword, renewResetLink, signUp } from './ask-for-mail.ts'
import { copyInvitation, endInvitation, inviteUser, listInvitations, resendInvitation } from './invitations.ts'
import type { MailLimits } from './limits.ts'
import { makeResetLink } from './reset-link.ts'
import { acceptInvitation, checkLink, confirmEmail, resetPassword } from './use-links.ts'

export interface AccountParts {
  readonly links: AccountLinks
  readonly limits: MailLimits
  readonly checks: PasswordChecks
  readonly out: MailOut
  readonly site: Pick<Site, 'signUp' | 'signUpDomains'>
}

export function bindAccounts(routes: Routes, { links, limits, checks, out, site }: AccountParts): void {
  routes.act(contract.forgotPassword, async (call, { inTx }) => ({ reply: await forgotPassword(call, inTx, limits) }))
  routes.act(contract.renewResetLink, async (call, { db, inTx }) => ({
    reply: await renewResetLink(call, db, inTx, links, limits),
  }))
  routes.act(contract.signUp, async (call, { inTx }) => ({ reply: await signUp(call, inTx, limits, site) }))
  routes.read(contract.checkLink, (call, db) => checkLink(call, db, links, site))
  routes.act(contract.resetPassword, async (call, { db, inTx }) => ({
    reply: await resetPassword(call, db, inTx, links, limits),
  }))
  routes.act(contract.confirmEmail, async (call, { db, inTx }) => ({
    reply: await confirmEmail(call, db, inTx, links),
  }))
  routes.act(contract.askToConfirmEmail, async (call, { db, inTx }) => ({
    reply: await askToConfirmEmail(call, db, inTx, limits),
  }))
  routes.act(contract.changeEmail, async (call, { db, inTx }) => ({
    reply: await changeEmail(call, db, inTx, limits, checks),
  }))
  routes.act(contract.inviteUser, async (call, { db, inTx }) => ({
    reply: await inviteUser(call, db, inTx, limits, site),
  }))
  routes.read(contract.listInvitations, async (_call, db) => ({ result: await listInvitations(db) }))
  routes.act(contract.resendInvitation, async (call, { db, inTx }) => ({
    reply: { result: await resendInvitation(call, db, inTx, limits) },
  }))
  routes.write(contract.endInvitation, (call, tx) => endInvitation(call, tx))
  // Without PUBLIC_URL the path alone: an address never follows from a request.
  const whole = ({ path, expiresOn }: { path: string; expiresOn: string }) => ({
    link: out.linkTo(path) ?? path,
    expiresOn,
  })
  routes.write(contract.copyInvitation, async (call, tx) => whole(await copyInvitation(call, tx, links)))
  routes.write(contract.makeResetLink, async (call, tx) => whole(await makeResetLink(call, tx, links)))
  routes.act(contract.acceptInvitation, (call, { db, inTx }) => acceptInvitation(call, db, inTx, links, site, limits))
}
