import { IconAlertCircle, IconCheck, IconChecks, IconClock } from '@tabler/icons-react'
import type { Channel } from '../channel/channel.ts'
import type { ShownMessage } from './message-groups.ts'

/** Shows the state of an own message. Of the stored ones only the last one shows it. */
export function MessageState({
  message,
  isSeen,
  isLast,
  channel,
}: {
  message: ShownMessage
  isSeen: boolean
  isLast: boolean
  channel: Channel
}) {
  const { clientId, refusal } = message
  if (clientId !== undefined && refusal !== undefined) {
    return (
      <div className="line-state" data-failed role="alert">
        <p className="line-refusal">
          <IconAlertCircle size={14} aria-hidden />
          <span>Not sent: {refusal}</span>
        </p>
        <button type="button" className="line-state-button" onClick={() => channel.tryAgain(clientId)}>
          Try again
        </button>
        <button type="button" className="line-state-button" onClick={() => channel.discard(clientId)}>
          Discard
        </button>
      </div>
    )
  }
  if (clientId !== undefined) {
    return (
      <p className="line-state">
        <IconClock size={13} aria-hidden /> Sending…
      </p>
    )
  }
  if (!isLast) return null
  return (
    <p className="line-state">
      {isSeen ? <IconChecks size={14} aria-hidden /> : <IconCheck size={14} aria-hidden />} {isSeen ? 'Seen' : 'Sent'}
    </p>
  )
}
