import { useState } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import type { User } from '#shared/users/contract.ts'
import { ClassifyCard } from '#web/features/bugs/public.ts'
import { AssignForm } from './assign-form.tsx'
import { UserSearch } from './user-search.tsx'
import { useUserSearch } from './use-user-search.ts'

/** The way from a bug to its assignee: search, choose, assign. */
export function AssignUser({ bug }: { bug: Bug }) {
  const [selected, setSelected] = useState<User>()
  const { search, found, failure, pending, retry } = useUserSearch(({ users }) => {
    setSelected(users.length === 1 && !users[0]?.isDeactivated ? users[0] : undefined)
  })
  return (
    <div className="assign">
      <div className="assign-bug">
        <ClassifyCard bug={bug} />
      </div>
      <UserSearch pending={pending} failure={failure} onSearch={search} onRetry={retry} />
      <AssignForm bug={bug} found={found} selected={selected} onSelect={setSelected} />
    </div>
  )
}
