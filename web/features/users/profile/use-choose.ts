import type { Preferences } from '#shared/users/preferences.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { usePreferences } from '#web/lib/session/use-preferences.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'

/** Returns the function that keeps what was chosen in the profile, and says whether it could be kept. */
export function useChoose(): (chosen: Partial<Preferences>) => Promise<void> {
  const prefer = usePreferences()
  return (chosen) => sayWhether(prefer(chosen))
}

/** Says whether a choice was kept, once it is known. */
export async function sayWhether(kept: Promise<unknown>): Promise<void> {
  try {
    await kept
    toastSuccess(messages.profile.success)
  } catch (failure) {
    toastFailure(messages.profile.failed, referenceOf(failure))
  }
}
