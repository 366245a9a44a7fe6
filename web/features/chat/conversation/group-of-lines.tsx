import { fullTimeOf } from '#web/ui/text/moment-format.ts'
import { TextWithLinks } from '#web/ui/text/text-with-links.tsx'
import type { Channel } from '../channel/channel.ts'
import type { LineGroup, ShownLine } from './line-groups.ts'
import { LineState } from './line-state.tsx'
import type { LineSelection } from './use-line-selection.ts'
import './group-of-lines.css'

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

/** Shows consecutive messages of one person under their name. A notice of the product is shown in the middle. */
export function GroupOfLines({
  group,
  side,
  seenUpTo = 0,
  lastOwn,
  channel,
  selection,
}: {
  group: LineGroup
  side: 'visitor' | 'staff'
  seenUpTo?: number
  /** Position of the reader's last own message. */
  lastOwn?: number | undefined
  channel?: Channel
  selection?: LineSelection | undefined
}) {
  const { sender, from, own, at, lines } = group
  const place = from === 'product' ? 'middle' : from === side ? 'end' : 'start'
  return (
    <div className="line-group" data-place={place} data-own={own || undefined}>
      <p className="line-group-head">
        <span className="line-sender">{sender}</span>
        {at !== '' && (
          <time dateTime={at} title={fullTimeOf(at)}>
            {time.format(new Date(at))}
          </time>
        )}
      </p>
      {lines.map((line) => (
        <div key={line.key} className="line" data-selected={isSelected(selection, line) || undefined}>
          {selection && line.seq !== undefined && from !== 'product' && (
            <SelectLine line={line} sender={sender} selection={selection} />
          )}
          <p className="line-bubble" data-waiting={line.clientId !== undefined || undefined}>
            <TextWithLinks text={line.message} />
          </p>
          {own && channel && (
            <LineState
              line={line}
              isSeen={(line.seq ?? Infinity) <= seenUpTo}
              isLast={line.seq === lastOwn}
              channel={channel}
            />
          )}
        </div>
      ))}
    </div>
  )
}

function isSelected(selection: LineSelection | undefined, { seq }: ShownLine): boolean {
  return selection !== undefined && seq !== undefined && selection.has(seq)
}

function SelectLine({ line, sender, selection }: { line: ShownLine; sender: string; selection: LineSelection }) {
  const { seq = 0, message } = line
  return (
    <input
      type="checkbox"
      className="line-select"
      aria-label={`${sender}: ${message.slice(0, 80)}`}
      checked={selection.has(seq)}
      onChange={() => selection.toggle(seq)}
    />
  )
}
