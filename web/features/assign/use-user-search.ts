import { useMutation } from '@tanstack/react-query'
import { messages } from '#web/lib/messages.ts'
import { toastWarning } from '#web/ui/notices/toast.ts'
import { type FoundUsers, searchById, searchByName } from './search-users.ts'

export interface SearchAsked {
  readonly by: 'id' | 'name'
  readonly typed: string
}

/** The searches for somebody to assign. Finding nobody is said, and empties the list. */
export function useUserSearch(onFound: (found: FoundUsers) => void) {
  const { mutate, data, error, isPending, variables } = useMutation({
    // A quick second search must not be overtaken by a slow first one.
    scope: { id: 'assign user search' },
    mutationFn: ({ by, typed }: SearchAsked) => (by === 'id' ? searchById(typed) : searchByName(typed)),
    onSuccess: (found) => {
      if (found.users.length === 0) toastWarning(messages.assign.noUsersFound)
      onFound(found)
    },
  })
  return {
    search: mutate,
    /** Undefined before the first search. */
    found: data,
    failure: isPending ? null : error,
    /** Which of the two searches is on its way. */
    pending: isPending ? variables.by : undefined,
    retry: () => variables && mutate(variables),
  }
}
