import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listBugs } from '#shared/bugs/contract.ts'
import type { User } from '#shared/users/contract.ts'
import { call } from '#web/lib/call.ts'
import { paths } from '#web/lib/paths.ts'
import { numberOf } from '#web/ui/text/number-format.ts'

/** Says how many open bugs are assigned to a person, with a link to their list; nothing when there is none. */
export function OpenAssignments({ user }: { user: User }) {
  // The id, because others may have the same name.
  const keywords = `assignee:${user._id} is:open`
  const { data: total = 0 } = useQuery({
    queryKey: ['users', 'open assignments', user._id],
    queryFn: async ({ signal }) => {
      const { pagination } = await call(listBugs, { query: { keywords, pageSize: '1' }, signal })
      return pagination.totalCount
    },
  })
  if (total === 0) return null
  return (
    <p className="open-assignments">
      <Link to={paths.bugList} search={{ keywords }}>
        {total === 1 ? '1 open bug' : `${numberOf(total)} open bugs`}
      </Link>{' '}
      {total === 1 ? 'is' : 'are'} assigned to <bdi>{user.fullName}</bdi>, also after a deactivation, until somebody
      assigns {total === 1 ? 'it' : 'them'} anew.
    </p>
  )
}
