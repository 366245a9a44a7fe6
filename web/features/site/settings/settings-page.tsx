import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconArrowLeft } from '@tabler/icons-react'
import { explainError } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { useGuardAgain } from '#web/lib/session/use-guard-again.ts'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { SettingsForm } from './settings-form.tsx'
import { settingsQuery } from './settings-query.ts'

/** Shows what the installation is called and says of itself, and who may join it, and has it changed. */
export function SettingsPage() {
  const { data: settings, error, isFetching, refetch } = useQuery(settingsQuery)
  useGuardAgain(settings ? undefined : error)
  return (
    <Page
      title="Settings"
      width="text"
      back={
        <Link to={paths.userList}>
          <IconArrowLeft size={16} aria-hidden />
          Users
        </Link>
      }
      description="What this installation is called, what it says of itself, who may join it, and what people are told. Everybody sees a change with the next page that they load."
    >
      {settings ? (
        <SettingsForm settings={settings} />
      ) : error ? (
        <LoadError
          title="The settings could not be loaded"
          {...explainError(error)}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      ) : (
        <Loading label="Loading the settings">
          <Skeleton height="420px" radius="10px" />
        </Loading>
      )}
    </Page>
  )
}
