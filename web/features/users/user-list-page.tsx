import { Page } from '#web/ui/page.tsx'
import { UserFilterPanel } from './user-filter-panel.tsx'
import { UserListResults } from './user-list-results.tsx'
import { useUserSearch } from './use-user-search.ts'

/** Everybody with an account, narrowed, ordered and paged by the address. */
export function UserListPage() {
  const { search, show } = useUserSearch()
  return (
    <Page title="Users">
      <UserFilterPanel search={search} onSearch={show} />
      <UserListResults search={search} onShow={show} />
    </Page>
  )
}
