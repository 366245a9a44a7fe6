import { useRef, useState } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import type { User } from '#shared/users/contract.ts'
import { BugEvidence, ClassifyCard, useShownBug } from '#web/features/bugs/public.ts'
import { AssignForm } from './assign-form.tsx'
import { AssignToMe } from './assign-to-me.tsx'
import { UserSearch } from './user-search.tsx'
import { useUserSearch } from './use-user-search.ts'

interface Chosen {
  readonly selected: User | undefined
  /** Of the bug as it was shown when they were chosen. */
  readonly version: number
}

/** The way from a bug to its assignee: search, choose, assign. */
export function AssignUser({ bug }: { bug: Bug }) {
  const [{ selected, version }, setChosen] = useState<Chosen>({ selected: undefined, version: bug.version })
  const select = (user: User | undefined) => setChosen({ selected: user, version: bug.version })
  const { search, found, failure, pending, retry } = useUserSearch(({ users }) => {
    select(users.length === 1 && !users[0]?.isDeactivated ? users[0] : undefined)
  })
  const shown = useShownBug(bug)
  const form = useRef<HTMLFormElement>(null)
  const assign = selected && !pending ? () => form.current?.requestSubmit() : undefined
  return (
    <div className="assign">
      <div className="assign-bug">
        <ClassifyCard bug={shown} />
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- whoever has no pointer scrolls it by its focus */}
        <div className="assign-evidence surface" role="group" aria-label="What was reported" tabIndex={0}>
          <BugEvidence bug={shown} />
        </div>
        {bug.abilities.assign && <AssignToMe bug={shown} onAssigned={() => select(undefined)} />}
      </div>
      <UserSearch pending={pending} failure={failure} onAssign={assign} onSearch={search} onRetry={retry} />
      <AssignForm ref={form} bug={shown} found={found} selected={selected} version={version} onSelect={select} />
    </div>
  )
}
