import { IconPlugConnectedX } from '@tabler/icons-react'
import { useDelayed } from '#web/lib/use-delayed.ts'
import { useChatStatus } from '../channel/use-chat.ts'
import './reconnecting-strip.css'

/** Milliseconds without a connection that are not shown. */
const shownAfter = 1_000

/** Shows that there is no connection, and that nothing is lost. */
export function ReconnectingStrip() {
  const isAway = useDelayed(useChatStatus() !== 'connected', shownAfter)
  return (
    <div role="status">
      {isAway && (
        <p className="reconnecting-strip">
          <IconPlugConnectedX size={16} aria-hidden />
          Reconnecting… What you write is kept and sent then.
        </p>
      )}
    </div>
  )
}
