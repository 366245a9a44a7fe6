import { IconMail, IconPackages, IconRobot, IconSettings, IconShieldCog, IconUserPlus } from '@tabler/icons-react'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Page } from '#web/ui/page/page.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { useUserSearch } from '../use-user-search.ts'
import { UserFilterPanel } from './user-filter-panel.tsx'
import { UserListResults } from './user-list-results.tsx'

/** Shows everybody with an account, filtered, ordered and paged by the address. */
export function UserListPage() {
  const { search, show } = useUserSearch()
  const { has } = useSession()
  const actions = (
    <>
      {has('canEditAnyUser') && <AddLink />}
      {has('canManageProducts') && <ProductsLink />}
      {has('canEditAnyUser') && <RolesLink />}
      {has('canEditAnyUser') && <JobsLink />}
      {has('canEditAnyUser') && <MailLink />}
      {has('canManageInstallation') && <SettingsLink />}
    </>
  )
  return (
    <Page title="Users" isDense actions={actions}>
      <UserFilterPanel search={search} onSearch={show} />
      <UserListResults search={search} onShow={show} />
    </Page>
  )
}

function AddLink() {
  return (
    <ButtonLink to={paths.addUser} variant="default" icon={<IconUserPlus size={16} aria-hidden />}>
      Add user
    </ButtonLink>
  )
}

function ProductsLink() {
  return (
    <ButtonLink to={paths.products} variant="default" icon={<IconPackages size={16} aria-hidden />}>
      Products
    </ButtonLink>
  )
}

function JobsLink() {
  return (
    <ButtonLink to={paths.jobs} variant="default" icon={<IconRobot size={16} aria-hidden />}>
      Jobs
    </ButtonLink>
  )
}

function MailLink() {
  return (
    <ButtonLink to={paths.mail} variant="default" icon={<IconMail size={16} aria-hidden />}>
      Mail
    </ButtonLink>
  )
}

function SettingsLink() {
  return (
    <ButtonLink to={paths.settings} variant="default" icon={<IconSettings size={16} aria-hidden />}>
      Settings
    </ButtonLink>
  )
}

function RolesLink() {
  return (
    <ButtonLink to={paths.roles} variant="default" icon={<IconShieldCog size={16} aria-hidden />}>
      Roles
    </ButtonLink>
  )
}
