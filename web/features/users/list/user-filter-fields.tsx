import { useQuery } from '@tanstack/react-query'
import { userSorts } from '#shared/users/contract.ts'
import { AgeRange, SortOrder } from '#web/ui/lists/filter-fields.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { rolesQuery } from '../user-queries.ts'
import type { UserFilterDraft } from './user-filter-draft.ts'
import { userSortWords } from './user-filter-words.ts'
import './user-filter-fields.css'

/** Shows the part of the filter panel that can be closed. */
export function UserFilterFields({
  draft,
  error,
  onChange,
}: {
  draft: UserFilterDraft
  error: string | undefined
  onChange: (part: Partial<UserFilterDraft>) => void
}) {
  const { data: roles = [] } = useQuery(rolesQuery)
  // A link may name a deleted role, or the roles may not have loaded yet.
  const isListed = draft.role === '' || roles.includes(draft.role)
  return (
    <div className="filter-fields user-filters">
      <SelectField
        className="user-filters-role"
        label="Role"
        value={draft.role}
        onChange={(event) => onChange({ role: event.currentTarget.value })}
        options={[{ value: '', label: 'Any' }, ...roles, ...(isListed ? [] : [draft.role])]}
      />
      <AgeRange minAge={draft.minAge} maxAge={draft.maxAge} error={error} onChange={onChange} />
      <SortOrder
        sortBy={draft.sortBy}
        isInverted={draft.sortByInvert}
        choices={userSorts.map((value) => ({ value, label: userSortWords[value] }))}
        onChange={onChange}
      />
    </div>
  )
}
