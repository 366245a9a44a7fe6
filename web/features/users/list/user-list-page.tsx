import { Button } from '@mantine/core'
import { IconShieldCog } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Page } from '#web/ui/page/page.tsx'
import { useUserSearch } from '../use-user-search.ts'
import { UserFilterPanel } from './user-filter-panel.tsx'
import { UserListResults } from './user-list-results.tsx'

/** Shows everybody with an account, filtered, ordered and paged by the address. */
export function UserListPage() {
  const { search, show } = useUserSearch()
  const managesUsers = useSession().has('canEditAnyUser')
  return (
    <Page title="Users" actions={managesUsers && <RolesLink />}>
      <UserFilterPanel search={search} onSearch={show} />
      <UserListResults search={search} onShow={show} />
    </Page>
  )
}

function RolesLink() {
  return (
    <Button component={Link} to={paths.roles} variant="default" leftSection={<IconShieldCog size={16} aria-hidden />}>
      Roles
    </Button>
  )
}
