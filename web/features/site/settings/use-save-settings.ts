import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeSettings, type Setting } from '#shared/site/settings-contract.ts'
import { call } from '#web/lib/call.ts'
import { CallError } from '#web/lib/call-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { siteKey } from '#web/lib/query-client.ts'
import { useRecheckRights } from '#web/lib/session/use-recheck-rights.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { settingsQuery } from './settings-query.ts'

export interface SettingChange extends Pick<Setting, 'name'> {
  /** null: the default. */
  readonly value: string | null
  readonly was: string
}

/** Saves settings. What the page shows of them follows at once. */
export function useSaveSettings() {
  const client = useQueryClient()
  const recheckRights = useRecheckRights('canManageInstallation')
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (changes: SettingChange[]) => call(changeSettings, { body: { changes } }),
    onSuccess: async ({ result }) => {
      // A reading that began before must not bring back what stood there.
      await client.cancelQueries({ queryKey: settingsQuery.queryKey })
      client.setQueryData(settingsQuery.queryKey, result)
      void client.invalidateQueries({ queryKey: [siteKey] })
      toastSuccess(messages.settings.saved)
    },
    onError: (failure) => {
      toastFailure(messages.settings.saveFailed, referenceOf(failure))
      if (failure instanceof CallError && failure.code === 'forbidden') void recheckRights()
    },
  })

  /** Returns what failed; undefined when nothing did. */
  async function save(changes: SettingChange[]): Promise<{ readonly failure: unknown } | undefined> {
    try {
      await mutateAsync(changes)
      return undefined
    } catch (failure) {
      return { failure }
    }
  }

  /** Reads what stands there now; undefined where that fails. */
  async function readAgain() {
    await client.cancelQueries({ queryKey: settingsQuery.queryKey })
    return client.fetchQuery({ ...settingsQuery, staleTime: 0 }).catch(() => undefined)
  }

  return { save, readAgain, isSaving: isPending, failure: isPending ? null : error }
}
