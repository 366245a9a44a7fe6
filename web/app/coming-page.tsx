import { OutagePage } from '#web/features/site/outage-page.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { PendingPage } from '#web/ui/page/pending-page.tsx'

/** Shows a placeholder while a screen loads, or while the session is unknown. */
export function ComingPage() {
  const { state, unanswered } = useSession()
  return state === 'unknown' && unanswered ? <OutagePage error={unanswered.error} /> : <PendingPage />
}
