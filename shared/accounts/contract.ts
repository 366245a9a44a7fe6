import * as z from 'zod/mini'
import { endpoint } from '#shared/http/endpoint.ts'
import { recordId, text } from '#shared/http/fields.ts'
import { maxRoleNameLength } from '#shared/roles/words.ts'
import { anyPassword, mailAddress, maxPasswordLength, personName, user } from '#shared/users/contract.ts'

/** What the link of a mail, or one that an administrator copies, is for. */
export const linkPurposes = ['reset', 'confirm', 'change', 'invite', 'sign-up'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/** How long links work, in minutes. */
export const linkMinutes: Readonly<Record<LinkPurpose, number>> = {
  reset: 60,
  confirm: 24 * 60,
  change: 24 * 60,
  invite: 7 * 24 * 60,
  'sign-up': 24 * 60,
}

const token = text(200)
const accepted = z.object({ isAccepted: z.literal(true) })

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/user/forgotPassword',
  access: 'public',
  summary:
    'Mails a link that sets a new password to the account with this address. The answer is the same whether there is one.',
  body: z.object({ email: mailAddress }),
  reply: accepted,
})

export const signUp = endpoint({
  method: 'POST',
  path: '/api/user/signUp',
  access: 'public',
  summary:
    'Where sign-up is for named mail domains: mails a link that creates the account. The answer is the same whether the ' +
    'address has an account.',
  body: z.object({ email: mailAddress }),
  reply: accepted,
})

export const checkLink = endpoint({
  method: 'POST',
  path: '/api/user/checkLink',
  access: 'public',
  summary: 'What the link of a mail is for; null once it can’t be used any more. Changes nothing.',
  body: z.object({ token }),
  reply: z.object({
    result: z.nullable(z.object({ purpose: z.enum(linkPurposes), email: z.string(), expiresOn: z.string() })),
    /** It would have set a new password, and its time is over: another one can be asked for with it. */
    isRenewable: z.boolean(),
  }),
})

export const renewResetLink = endpoint({
  method: 'POST',
  path: '/api/user/renewResetLink',
  access: 'public',
  summary:
    'Mails a new link to the account of one whose time was over before it set a new password. The answer is the same for any token.',
  body: z.object({ token }),
  reply: accepted,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/user/resetPassword',
  access: 'public',
  summary: 'Sets a new password with a link, once; ends all sessions and older links of the account.',
  body: z.object({ token, password: anyPassword }),
  reply: accepted,
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/user/confirmEmail',
  access: 'signed-in',
  summary:
    'Confirms the caller’s address with the link that was mailed there, once. The link of a new address makes it the account’s.',
  body: z.object({ token }),
  reply: z.object({ email: z.string() }),
})

export const askToConfirmEmail = endpoint({
  method: 'POST',
  path: '/api/user/me/confirmEmail',
  access: 'signed-in',
  summary: 'Mails the caller a link that confirms their address.',
  reply: accepted,
})

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/user/me/changeEmail',
  access: 'signed-in',
  summary:
    'Mails a link to a new address of the caller’s, which counts once the link was used. Needs the current password, or a ' +
    'session that was started within the last 15 minutes.',
  body: z.object({ email: mailAddress, currentPassword: z.optional(text(maxPasswordLength)) }),
  reply: accepted,
})

export const invitation = z.object({
  _id: recordId,
  email: z.string(),
  role: z.array(z.string()),
  invitedBy: z.object({ _id: recordId, fullName: z.string() }),
  invitedOn: z.string(),
  expiresOn: z.string(),
  /** It can’t be accepted any more, until it is sent again. */
  isExpired: z.boolean(),
})
export type Invitation = z.output<typeof invitation>

const ofInvitation = z.object({ invitationId: recordId })

export const inviteUser = endpoint({
  method: 'POST',
  path: '/api/user/invite',
  access: 'canEditAnyUser',
  summary: 'Invites somebody by mail, with these roles; takes the place of an earlier invitation to the address.',
  body: z.object({ email: mailAddress, role: z.array(text(maxRoleNameLength)) }),
  reply: z.object({
    result: invitation,
    /** The address was invited already; the link of that invitation has ended. */
    replacesEarlier: z.boolean(),
  }),
  account: user,
})

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/user/invitations',
  access: 'canEditAnyUser',
  summary: 'Invitations that nobody has accepted, the newest first.',
  reply: z.object({ result: z.array(invitation) }),
})

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/user/invitations/:invitationId/resend',
  access: 'canEditAnyUser',
  summary: 'Mails an invitation again; it works for 7 days from then on.',
  params: ofInvitation,
  reply: z.object({ result: invitation }),
})

export const endInvitation = endpoint({
  method: 'DELETE',
  path: '/api/user/invitations/:invitationId',
  access: 'canEditAnyUser',
  summary: 'Takes an invitation back.',
  params: ofInvitation,
  reply: accepted,
})

const link = z.object({ link: z.string(), expiresOn: z.string() })

export const copyInvitation = endpoint({
  method: 'POST',
  path: '/api/user/invitations/:invitationId/link',
  access: 'canEditAnyUser',
  summary: 'The link of an invitation, to hand over without mail. It does not confirm the address.',
  params: ofInvitation,
  reply: link,
})

export const makeResetLink = endpoint({
  method: 'POST',
  path: '/api/user/:userId/resetLink',
  access: 'canEditAnyUser',
  summary:
    'A link that sets a new password of a person whose permissions the caller holds, to hand over without mail. It works ' +
    'once, for an hour.',
  params: z.object({ userId: recordId }),
  reply: link,
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/user/acceptInvitation',
  access: 'public',
  summary: 'Creates the account of an invitation or a sign-up with its link, once, and signs it in.',
  body: z.object({
    token,
    password: anyPassword,
    fullName: personName,
    givenName: personName,
    familyName: personName,
  }),
  reply: z.object({ name: z.string() }),
})
