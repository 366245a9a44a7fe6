import { IconUserOff } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { User } from '#shared/users/contract.ts'
import { likelyAssigneesQuery, searchByName } from '#web/features/assign/public.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { begun } from './choice-options.tsx'
import { assigneeOf, type FactOption, type FoundOptions } from './fact-option.ts'

/** Milliseconds without another key press after which the server is asked. */
const pause = 120

type Person = Pick<User, '_id' | 'fullName'>

/**
 * Finds people to assign a bug to: oneself first, then those who are likely, and whoever else is called as typed. Those
 * that are known already are there before the server answers.
 * @param bugId of the bug, or of one of several
 * @param assignee who is it now, and may be again
 */
export function usePeopleOptions(words: string, bugId: string, assignee?: Person): FoundOptions {
  const { userId = '', name } = useSession()
  const client = useQueryClient()
  const typed = words.trim()
  const settled = useDebounced(typed, pause)
  const isSettled = settled === typed
  const likely = useQuery({ ...likelyAssigneesQuery(bugId), placeholderData: () => likelyBefore(client) })
  const search = useQuery({
    queryKey: ['users', 'picked', settled],
    queryFn: () => searchByName(settled),
    enabled: typed !== '' && settled !== '',
  })
  const isMe = ({ _id }: Person) => _id === userId
  const me = { ...personOption(likely.data?.find(isMe) ?? { _id: userId, fullName: name }), hint: 'me' }
  const found = typed !== '' && isSettled ? (search.data?.users.filter((user) => !user.isDeactivated) ?? []) : []
  // Only by the beginnings of words: somebody who is known must not stand before those who are called so.
  const known = [...(assignee ? [assignee] : []), ...(likely.data ?? []).filter(({ _id }) => _id !== assignee?._id)]
  const near = begun(known.filter((one) => !isMe(one)).map(personOption), typed)
  const others = found.filter((one) => !isMe(one) && !near.some(({ key }) => key === one._id)).map(personOption)
  // The server also looks at names that are not shown.
  const called = begun(others, typed)
  const further = [...called, ...others.filter((one) => !called.includes(one))]
  const people = [...near, ...further]
  // Who is likely is a digit away, once it is known who is: the order must not change under the key.
  const isNumbered = typed === '' && likely.isSuccess && !likely.isFetching
  const meansMe = begun([{ words: me.words }, { words: 'me' }], typed).length > 0
  return {
    groups: [
      { name: 'You', items: meansMe ? [{ ...me, digit: isNumbered ? '1' : undefined }] : [] },
      {
        name: 'People',
        items: people.map((one, n) => ({ ...one, digit: isNumbered && n < 8 ? `${n + 2}` : undefined })),
      },
      { name: 'Nobody', items: begun([nobody], typed) },
    ],
    hasDigits: true,
    isSearching: typed === '' ? likely.isFetching : !isSettled || search.isPending,
    error: typed === '' ? likely.error : search.error,
  }
}

/** Until the likely people of a bug are known, those of the last one are shown. */
function likelyBefore(client: QueryClient): User[] | undefined {
  const known = client.getQueriesData<User[]>({ queryKey: likelyAssigneesQuery('').queryKey.slice(0, -1) })
  return known.map(([, people]) => people).findLast((people) => people !== undefined)
}

function personOption(person: Person): FactOption {
  return { key: person._id, icon: <Avatar name={person.fullName} size={20} />, ...assigneeOf(person) }
}

const nobody: FactOption = {
  key: 'nobody',
  words: 'nobody',
  icon: <IconUserOff size={20} stroke={1.5} aria-hidden />,
  value: null,
  shown: { assigned: undefined },
}
