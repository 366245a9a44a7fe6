import { OutagePage } from '#web/features/site/outage-page.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { PendingPage } from '#web/ui/page/pending-page.tsx'

/** Stands where a screen will be: it is on its way, or waits for somebody to say who is there. */
export function ComingPage() {
  const { state, unanswered } = useSession()
  return state === 'unknown' && unanswered ? <OutagePage error={unanswered.error} /> : <PendingPage />
}
