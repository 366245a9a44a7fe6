import type { Actor } from '#server/access/actor.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import type { InTx } from '#server/events/transactor.ts'
import { putMail } from '#server/features/mail/public.ts'
import {
  accountWithEmail,
  holdsAll,
  lockRoles,
  maySeeWhoseEmail,
  normalEmail,
  rolesNamed,
} from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type * as contract from '#shared/accounts/contract.ts'
import type { Invitation } from '#shared/accounts/contract.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import type { Site } from '#shared/site/contract.ts'
import { sql } from 'kysely'
import { type AccountLink, type AccountLinks, expiryOf, insertLink } from './account-links.ts'
import { limitPerson } from './ask-for-mail.ts'
import type { MailLimits } from './limits.ts'
import { mailKindOf } from './mail-names.ts'
import { mayGiveInvitation } from './maker-rights.ts'

/** Invitations that nobody accepted or took back, and whose address has no account. */
const waiting = (db: Db) =>
  db
    .selectFrom('account_links as link')
    .innerJoin('users as maker', 'maker.id', 'link.made_by')
    .select([
      'link.id',
      'link.email',
      'link.made_on',
      'link.expires_on',
      'maker.id as maker_id',
      'maker.full_name as maker_name',
      sql<string[]>`array(select role from invitation_roles r where r.link_id = link.id order by role)`.as('roles'),
    ])
    .where('link.purpose', '=', 'invite')
    .where('link.used_on', 'is', null)
    .where('link.ended_on', 'is', null)
    .where(sql<boolean>`not exists (select from users u where lower(u.email) = link.email)`)
    .orderBy('link.made_on', 'desc')
    .orderBy('link.id', 'desc')

type Row = Awaited<ReturnType<ReturnType<typeof waiting>['execute']>>[number]

const present = (row: Row): Invitation => ({
  _id: row.id,
  email: row.email,
  role: row.roles,
  invitedBy: { _id: row.maker_id, fullName: row.maker_name },
  invitedOn: row.made_on.toISOString(),
  expiresOn: row.expires_on.toISOString(),
  isExpired: row.expires_on.getTime() <= Date.now(),
})

export async function listInvitations(db: Db): Promise<Invitation[]> {
  return (await waiting(db).limit(500).execute()).map(present)
}

async function viewInvitation(db: Db, id: string): Promise<Invitation> {
  const row = isRecordId(id) ? await waiting(db).where('link.id', '=', id).executeTakeFirst() : undefined
  if (!row) throw new AppError('not-found', 'There is no open invitation with this id.', { field: 'invitationId' })
  return present(row)
}

type Inviting = Call<typeof contract.inviteUser>

/**
 * Invites somebody to create an account with these roles. The editor must hold all permissions of each.
 * @throws AppError forbidden for a role beyond the editor, and where sign-up is closed; email-taken for an account's address,
 * with its person for who may see them; too-many-requests
 */
export async function inviteUser(
  call: Inviting,
  db: Db,
  inTx: InTx,
  limits: MailLimits,
  site: Pick<Site, 'signUp'>,
): Promise<ReplyOf<typeof contract.inviteUser>> {
  if (site.signUp === 'closed')
    throw new AppError('forbidden', 'Sign-up is closed: whoever runs the server makes the accounts here.')
  const email = normalEmail(call.body.email)
  // Who may not send it uses up nobody's mails; what changes meanwhile is seen behind the lock.
  await rolesToGive(call, db, email)
  for (const { id } of await formerTo(db, email)) await refuseBeyond(db, call.actor, id)
  await limitPerson(limits, 'invite', call.actor.userId, email)
  return inTx((tx) => invite(call, tx, email))
}

/** Open invitations to an address, whose place a new one takes. */
const formerTo = (db: Db, email: string) => waiting(db).where('link.email', '=', email).execute()

/** Returns the roles that the editor gives, none beyond their own. @throws as `inviteUser` */
async function rolesToGive({ actor, body }: Inviting, db: Db, email: string) {
  const roles = await rolesNamed(db, body.role)
  const beyond = roles.find((role) => !holdsAll(actor, role.permissions))
  if (beyond)
    throw new AppError('forbidden', `You can’t give the role ${beyond.name}: it permits more than yours.`, {
      field: 'role',
    })
  const account = await accountWithEmail(db, actor, email)
  if (account)
    throw new AppError('email-taken', 'An account has this e-mail address.', {
      field: 'email',
      ...(maySeeWhoseEmail(actor, account._id) && { account }),
    })
  return roles
}

async function invite(call: Inviting, tx: Tx, email: string): Promise<ReplyOf<typeof contract.inviteUser>> {
  const { actor } = call
  await lockRoles(tx)
  const roles = await rolesToGive(call, tx, email)
  const former = await formerTo(tx, email)
  for (const { id } of former) await end(tx, await locked(tx, actor, id))
  const link = await insertLink(tx, { purpose: 'invite', email, userId: null, madeBy: actor.userId })
  if (roles.length > 0)
    await tx
      .insertInto('invitation_roles')
      .values(roles.map(({ name }) => ({ link_id: link.id, role: name })))
      .execute()
  await recordEvent(tx, {
    type: 'invitation-made',
    subjectId: link.id,
    actorId: actor.userId,
    payload: { roles: roles.map(({ name }) => name) },
  })
  await mail(tx, link)
  return { result: await viewInvitation(tx, link.id), replacesEarlier: former.length > 0 }
}

const mail = (tx: Tx, { id, email, expiresOn }: Pick<AccountLink, 'id' | 'email' | 'expiresOn'>) =>
  putMail(tx, { kind: mailKindOf.invite, userId: null, address: email, subjectId: id, expiresOn })

/** Returns an invitation that the editor could have made. @throws AppError not-found, forbidden */
async function ownInvitation(db: Db, actor: Actor, id: string): Promise<Invitation> {
  const invitation = await viewInvitation(db, id)
  await refuseBeyond(db, actor, id)
  return invitation
}

/** @throws AppError forbidden for an invitation that the editor could not have made */
async function refuseBeyond(db: Db, actor: Actor, id: string): Promise<void> {
  if (await mayGiveInvitation(db, actor, id)) return
  throw new AppError('forbidden', 'The invitation gives roles that permit more than yours.')
}

/** Locks an invitation that the editor could have made. @throws AppError not-found, forbidden */
async function locked(tx: Tx, actor: Actor, id: string): Promise<Invitation> {
  await viewInvitation(tx, id)
  await tx.selectFrom('account_links').select('id').where('id', '=', id).forUpdate().execute()
  // Somebody may have accepted it meanwhile.
  return ownInvitation(tx, actor, id)
}

/**
 * Sends an invitation again, which whoever does so answers for from then on.
 * @throws AppError not-found, forbidden, too-many-requests
 */
export async function resendInvitation(
  call: Call<typeof contract.resendInvitation>,
  db: Db,
  inTx: InTx,
  limits: MailLimits,
): Promise<Invitation> {
  const { actor, params } = call
  // Who may not send it uses up nobody's mails.
  const { email } = await ownInvitation(db, actor, params.invitationId)
  await limitPerson(limits, 'invite', actor.userId, email)
  return inTx((tx) => sendAgain(call, tx))
}

async function sendAgain({ actor, params }: Call<typeof contract.resendInvitation>, tx: Tx): Promise<Invitation> {
  await lockRoles(tx)
  const { _id: id, email } = await locked(tx, actor, params.invitationId)
  const expiresOn = expiryOf('invite')
  await tx
    .updateTable('account_links')
    .set({ made_by: actor.userId, expires_on: expiresOn })
    .where('id', '=', id)
    .execute()
  await recordEvent(tx, { type: 'invitation-sent-again', subjectId: id, actorId: actor.userId, payload: {} })
  await mail(tx, { id, email, expiresOn })
  return viewInvitation(tx, id)
}

/** Returns the link of an invitation, for which whoever copies it answers from then on. It confirms no address. */
export async function copyInvitation(
  { actor, params }: Call<typeof contract.copyInvitation>,
  tx: Tx,
  links: AccountLinks,
): Promise<{ path: string; expiresOn: string }> {
  await lockRoles(tx)
  const { _id: id, isExpired } = await locked(tx, actor, params.invitationId)
  await tx
    .updateTable('account_links')
    .set({ made_by: actor.userId, ...(isExpired && { expires_on: expiryOf('invite') }) })
    .where('id', '=', id)
    .execute()
  await recordEvent(tx, { type: 'invitation-link-copied', subjectId: id, actorId: actor.userId, payload: {} })
  const { expiresOn } = await viewInvitation(tx, id)
  return { path: links.pathOf({ id, purpose: 'invite' }, 'copied'), expiresOn }
}

/** Takes an invitation back. */
export async function endInvitation({ actor, params }: Call<typeof contract.endInvitation>, tx: Tx) {
  await lockRoles(tx)
  await end(tx, await locked(tx, actor, params.invitationId), actor)
  return { isAccepted: true as const }
}

/** @param actor who takes it back; undefined: another one takes its place */
async function end(tx: Tx, { _id: id }: Invitation, actor?: Actor): Promise<void> {
  await tx.updateTable('account_links').set({ ended_on: new Date() }).where('id', '=', id).execute()
  if (actor) await recordEvent(tx, { type: 'invitation-taken-back', subjectId: id, actorId: actor.userId, payload: {} })
}
