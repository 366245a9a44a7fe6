import type { Bug } from '#shared/bugs/contract.ts'
import { followBug, joinBug, leaveBug } from '#shared/following/contract.ts'
import { useBugChange } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'

/** A change of a person's relation to a bug. */
type Interest = { readonly following: boolean } | { readonly joined: boolean }

/** Follows, unfollows, joins and leaves a bug. The page shows it at once, and reports a failure. */
export function useInterest(bug: Bug) {
  const params = { bugId: bug._id }
  const { mutate, isPending } = useBugChange(bug._id, {
    kind: 'interest',
    send: async (interest: Interest) => ({ ...(await sent(interest)), comments: [] }),
    onDone: ({ _id, title }, interest) => {
      if (!('joined' in interest)) return
      if (!interest.joined) toastSuccess('You are not affected any more', undefined, 'You still follow this bug.')
      // Joining a duplicate joins its original.
      else if (_id === bug._id)
        toastSuccess('You are affected too', undefined, 'You follow this bug and get its notifications.')
      else toastSuccess('You joined the original', undefined, `You follow “${title}” and get its notifications.`)
    },
    onRefused: (error, interest) =>
      toastFailure(failureOf(interest), referenceOf(error), explainError(error).explanation),
  })

  async function sent(interest: Interest): Promise<Bug> {
    if ('following' in interest) return (await call(followBug, { params, body: interest })).result
    if (interest.joined) return (await call(joinBug, { params, body: {} })).result
    return (await call(leaveBug, { params })).result
  }

  const { isFollowing, isJoined, followerCount, affectedCount } = bug
  return {
    isPending,
    toggleFollowing: () => {
      const following = !isFollowing
      mutate({
        shown: { isFollowing: following, followerCount: followerCount + (following ? 1 : -1) },
        body: { following },
      })
    },
    toggleJoined: () => {
      const joined = !isJoined
      const follows = joined && !isFollowing
      // A duplicate's page shows its own numbers, and joining it joins its original.
      const shown = bug.duplicateOf
        ? {}
        : {
            isJoined: joined,
            affectedCount: affectedCount + (joined ? 1 : -1),
            ...(follows && { isFollowing: true, followerCount: followerCount + 1 }),
          }
      mutate({ shown, body: { joined } })
    },
  }
}

function failureOf(interest: Interest): string {
  if ('following' in interest) return interest.following ? 'This bug is not followed' : 'This bug is still followed'
  return interest.joined ? 'This bug was not joined' : 'You are still counted as affected'
}
