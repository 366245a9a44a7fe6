import { type ReactNode, useMemo } from 'react'
import type { ChatNote } from '#shared/chat/contract.ts'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import type { Channel } from '../channel/channel.ts'
import type { Thread } from '../channel/thread.ts'
import { DaySeparator } from './day-separator.tsx'
import { dayGroups } from './message-groups.ts'
import { Greeting } from './greeting.tsx'
import { MessageGroup } from './message-group.tsx'
import type { MessageSelection } from './use-message-selection.ts'
import { useMessagesScroll } from './use-messages-scroll.ts'
import './conversation-messages.css'

/**
 * Shows the messages, oldest first, beginning with the greeting. New messages keep the end in view unless the reader
 * has scrolled up. `NewMessages` announces them, because a live region here would also read out one's own.
 */
export function ConversationMessages({
  channel,
  thread,
  side,
  selection,
  notes,
  children,
}: {
  channel: Channel
  thread: Thread
  /** The side of the reader. */
  side: 'visitor' | 'staff'
  /** Set while messages are being selected. */
  selection?: MessageSelection | undefined
  /** What staff say among themselves. */
  notes?: readonly ChatNote[] | undefined
  /** Shown after the last message. */
  children?: ReactNode
}) {
  const days = useMemo(() => dayGroups(thread, side, notes), [thread, side, notes])
  const scroll = useMessagesScroll(channel, thread, notes?.length ?? 0)
  const seenUpTo = side === 'visitor' ? thread.staffSeen : thread.visitorSeen
  const lastOwn = thread.messages.findLast(({ own }) => own)?.seq
  return (
    <div className="lines-frame">
      <div
        ref={scroll.box}
        role="log"
        aria-live="off"
        aria-label="Messages"
        className="lines"
        // Readers without a pointer scroll with the keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={scroll.onScroll}
      >
        <Greeting side={side} />
        {thread.hasEarlier && (
          <button type="button" className="lines-earlier" onClick={scroll.loadEarlier}>
            {scroll.isLoadingEarlier ? 'Loading earlier messages…' : 'Earlier messages'}
          </button>
        )}
        {!thread.isLoaded && thread.outgoing.length === 0 && <MessagesSkeleton />}
        {days.map((day) => (
          <div key={day.key}>
            <DaySeparator at={day.at} />
            {day.groups.map((group) => (
              <MessageGroup
                key={group.key}
                group={group}
                side={side}
                seenUpTo={seenUpTo}
                lastOwn={lastOwn}
                channel={channel}
                selection={selection}
              />
            ))}
          </div>
        ))}
        {children}
      </div>
      {scroll.hasNewBelow && (
        <button type="button" className="lines-below" onClick={scroll.toEnd}>
          New messages
        </button>
      )}
    </div>
  )
}

function MessagesSkeleton() {
  return (
    <Loading label="Loading messages">
      <div className="lines-skeleton">
        <Skeleton width="62%" height="36px" radius="12px" />
        <Skeleton width="44%" height="36px" radius="12px" />
        <Skeleton width="56%" height="54px" radius="12px" />
      </div>
    </Loading>
  )
}
