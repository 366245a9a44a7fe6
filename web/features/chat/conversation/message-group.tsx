import { BugReference, TextWithReferences } from '#web/features/texts/public.ts'
import { useSite } from '#web/lib/session/site.ts'
import { useFormats } from '#web/ui/text/formats.ts'
import { clockOf, fullTimeOf } from '#web/ui/text/timestamp-format.ts'
import type { Channel } from '../channel/channel.ts'
import type { GroupedMessages, ShownMessage } from './message-groups.ts'
import { NoteMark } from './note-mark.tsx'
import { MessageState } from './message-state.tsx'
import type { MessageSelection } from './use-message-selection.ts'
import './message-group.css'

/** Shows consecutive messages of one person under their name. A notice of the product is shown in the middle. */
export function MessageGroup({
  group,
  side,
  seenUpTo = 0,
  lastOwn,
  channel,
  selection,
}: {
  group: GroupedMessages
  side: 'visitor' | 'staff'
  seenUpTo?: number
  /** Position of the reader's last own message. */
  lastOwn?: number | undefined
  channel?: Channel
  selection?: MessageSelection | undefined
}) {
  const { sender, from, own, at, messages } = group
  const { productName } = useSite()
  useFormats()
  const place = from === 'product' ? 'middle' : from === side || from === 'note' ? 'end' : 'start'
  return (
    <div className="line-group" data-place={place} data-own={own || undefined} data-note={from === 'note' || undefined}>
      <p className="line-group-head">
        {from === 'note' && <NoteMark />}
        <bdi className="line-sender">{from === 'product' ? productName : sender}</bdi>
        {at !== '' && (
          <time dateTime={at} title={fullTimeOf(at)}>
            {clockOf(at)}
          </time>
        )}
      </p>
      {messages.map((message) => (
        <div key={message.key} className="line" data-selected={isSelected(selection, message) || undefined}>
          {selection && message.seq !== undefined && from !== 'product' && (
            <SelectMessage message={message} sender={sender} selection={selection} />
          )}
          <p className="line-bubble" dir="auto" data-waiting={message.clientId !== undefined || undefined}>
            {from === 'product' ? <NoticeText text={message.message} /> : <TextWithReferences text={message.message} />}
          </p>
          {own && channel && (
            <MessageState
              message={message}
              isSeen={(message.seq ?? Infinity) <= seenUpTo}
              isLast={message.seq === lastOwn}
              channel={channel}
            />
          )}
        </div>
      ))}
    </div>
  )
}

/** A notice of the product. Those of before bugs had keys name a bug by its short id. */
function NoticeText({ text }: { text: string }) {
  const [, before = '', shortId = '', after = ''] =
    /^(Bug |This was reported as bug )([0-9a-f]{8})([,:].*)$/s.exec(text) ?? []
  if (shortId === '') return <TextWithReferences text={text} />
  return (
    <>
      {before}
      <BugReference named={shortId}>{shortId}</BugReference>
      {after}
    </>
  )
}

function isSelected(selection: MessageSelection | undefined, { seq }: ShownMessage): boolean {
  return selection !== undefined && seq !== undefined && selection.has(seq)
}

function SelectMessage({
  message,
  sender,
  selection,
}: {
  message: ShownMessage
  sender: string
  selection: MessageSelection
}) {
  const { seq = 0, message: text } = message
  return (
    <input
      type="checkbox"
      className="line-select"
      aria-label={`${sender}: ${text.slice(0, 80)}`}
      checked={selection.has(seq)}
      onChange={() => selection.toggle(seq)}
    />
  )
}
