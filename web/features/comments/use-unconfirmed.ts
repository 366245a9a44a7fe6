import { useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { timelineQuery } from '#web/features/history/public.ts'
import { useDraft } from '#web/lib/drafts/use-draft.ts'
import { isStored, type OutgoingComment, outgoingComments, outgoingName, parseOutgoing } from './outgoing.ts'
import { addKey } from './use-add-comment.ts'

/**
 * Resolves comments whose answer was never received, because the page was left or the connection lost: those in the
 * timeline are done, and the texts of the others return to the box.
 * @param text the text in the box of this kind
 */
export function useUnconfirmed(bugId: string, isInternal: boolean, text: string): void {
  const client = useQueryClient()
  const [json, , { account }] = useDraft(outgoingName(bugId, isInternal))
  const onItsWay = useMutationState({
    filters: { mutationKey: addKey(bugId), status: 'pending' },
    select: ({ state }) => (state.variables as OutgoingComment).key,
  })
  const unconfirmed = parseOutgoing(json).filter(({ key }) => !onItsWay.includes(key))
  const { data, isError } = useQuery({
    ...timelineQuery(client, bugId, 'comments'),
    enabled: unconfirmed.length > 0,
  })

  useEffect(() => {
    const outgoing = outgoingComments(account, bugId, isInternal)
    for (const comment of unconfirmed) {
      if (data && isStored(data.entries, comment, account)) outgoing.confirm(comment)
      else if (comment.isBack && !text.includes(comment.message)) outgoing.drop(comment.key)
      else if (!comment.isBack && (data || isError)) outgoing.giveBack(comment, { isCertain: false, isRestored: true })
    }
  })
}
