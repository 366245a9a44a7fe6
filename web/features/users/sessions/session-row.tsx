import { IconDeviceDesktop, IconDeviceMobile, IconTerminal2 } from '@tabler/icons-react'
import { browserOf } from '#web/lib/browser-words.ts'
import { Badge } from '#web/ui/badges/badge.tsx'
import { Day, TimeAgo } from '#web/ui/text/timestamp.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import type { ListedSession } from './session-sources.ts'

const icons = { computer: IconDeviceDesktop, phone: IconDeviceMobile, program: IconTerminal2 }
const hour = 3_600_000

/** Shows one session. */
export function SessionRow({
  session,
  isEnding,
  onEnd,
}: {
  session: ListedSession
  isEnding: boolean
  onEnd: () => void
}) {
  const { words, kind } = browserOf(session.userAgent)
  const Icon = icons[kind]
  return (
    <li className="session">
      <Icon size={20} stroke={1.5} aria-hidden className="session-icon" />
      <div className="session-words">
        <p className="session-browser">
          <span title={session.userAgent || undefined}>{words}</span>
          {session.isCurrent && <Badge tone="accent">This one</Badge>}
        </p>
        <p className="session-times">
          <span>
            Started <Day value={session.startedOn} />
          </span>
          <LastUsed session={session} />
        </p>
      </div>
      {!session.isCurrent && (
        <Button size="xs" variant="default" loading={isEnding} onClick={onEnd}>
          End <span className="visually-hidden">&nbsp;{words}</span>
        </Button>
      )}
    </li>
  )
}

/** Shows the time of the last use. The server records only the hour. */
function LastUsed({ session: { isCurrent, seenOn } }: { session: ListedSession }) {
  if (isCurrent) return <span>in use now</span>
  if (Date.now() - Date.parse(seenOn) < hour) return <span>last used within the hour</span>
  return (
    <span>
      last used <TimeAgo value={seenOn} />
    </span>
  )
}
