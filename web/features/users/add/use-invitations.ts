import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  copyInvitation,
  endInvitation,
  type Invitation,
  inviteUser,
  listInvitations,
  resendInvitation,
} from '#shared/accounts/contract.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { useRecheckRights } from '#web/lib/session/use-recheck-rights.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'

/** Reads the invitations that nobody has accepted. */
export const invitationsQuery = queryOptions({
  queryKey: ['users', 'invitations'],
  queryFn: async ({ signal }) => (await call(listInvitations, { signal })).result,
})

/** A link that was made for an invitation. */
export interface InvitationLink {
  readonly email: string
  readonly link: string
  readonly expiresOn: string
}

const linkOf = async ({ _id, email }: Invitation): Promise<InvitationLink> => ({
  email,
  ...(await call(copyInvitation, { params: { invitationId: _id } })),
})

/** What came of an invitation. */
export interface Invited {
  /** To hand over, where no mail is sent. */
  readonly link: InvitationLink | undefined
  readonly replacesEarlier: boolean
}

/** Invites somebody: by mail, or by a link to hand over where no mail is sent. */
export async function invite(body: { email: string; role: string[] }, sendsMail: boolean): Promise<Invited> {
  const { result, replacesEarlier } = await call(inviteUser, { body })
  if (sendsMail) return { link: undefined, replacesEarlier }
  const link = await linkOf(result).catch((failure: unknown) => {
    // Somebody is invited all the same; the list has the link.
    toastFailure(messages.accounts.linkFailed, referenceOf(failure), explainRefusal(failure).explanation)
    return undefined
  })
  return { link, replacesEarlier }
}

/** Invites one person. */
export function useInvite(sendsMail: boolean) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { email: string; role: string[] }) => invite(body, sendsMail),
    onSuccess: () => void client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  })
}

/** What can be done with an invitation, one at a time. @param onLink gets a link to hand over */
export function useInvitationActs(onLink: (link: InvitationLink) => void, onEnded: (invitation: Invitation) => void) {
  const client = useQueryClient()
  const recheckRights = useRecheckRights('canEditAnyUser')
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ act, invitation }: { act: 'send' | 'copy' | 'end'; invitation: Invitation }) => {
      const params = { invitationId: invitation._id }
      if (act === 'send') await call(resendInvitation, { params })
      else if (act === 'end') await call(endInvitation, { params })
      else onLink(await linkOf(invitation))
    },
    onSuccess: async (_, { act, invitation }) => {
      if (act !== 'copy') toastSuccess(messages.accounts[act === 'send' ? 'invited' : 'takenBack'])
      await client.invalidateQueries({ queryKey: invitationsQuery.queryKey })
      if (act === 'end') onEnded(invitation)
    },
    onError: (failure, { act }) => {
      const words = messages.accounts[act === 'copy' ? 'linkFailed' : 'inviteFailed']
      toastFailure(words, referenceOf(failure), explainRefusal(failure).explanation)
      void client.invalidateQueries({ queryKey: invitationsQuery.queryKey })
      if (failure instanceof CallError && failure.code === 'forbidden') void recheckRights()
    },
  })
  const isDoing = (act: string, { _id }: Invitation) =>
    isPending && variables.act === act && variables.invitation._id === _id
  return { begin: mutate, isDoing }
}
