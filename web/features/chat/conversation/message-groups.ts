import type { ChatNote } from '#shared/chat/contract.ts'
import type { ChatSender } from '#shared/chat/words.ts'
import { messages as texts } from '#web/lib/messages.ts'
import type { Thread } from '../channel/thread.ts'

/** Milliseconds after which the same sender begins a new group. */
const pause = 5 * 60_000

/** One message as it is shown. */
export interface ShownMessage {
  readonly key: string
  readonly message: string
  /** Absent while it is pending. */
  readonly seq: number | undefined
  /** Only for a pending message. */
  readonly clientId: string | undefined
  readonly refusal: string | undefined
}

/** Messages of one sender that belong together. */
export interface GroupedMessages {
  readonly key: string
  readonly sender: string
  /** A note is from somebody of the team to the others. */
  readonly from: ChatSender | 'note'
  readonly own: boolean
  /** ISO 8601; when its first message was sent. */
  readonly at: string
  readonly messages: readonly ShownMessage[]
}

/** The messages of one day of the reader's calendar. */
export interface DayOfMessages {
  readonly key: string
  readonly at: string
  readonly groups: readonly GroupedMessages[]
}

interface Said extends Omit<GroupedMessages, 'key' | 'messages'> {
  readonly message: ShownMessage
}

/** Groups messages, and the notes between them, by day and sender; pending ones come last. */
export function dayGroups(
  { messages, outgoing, hasEarlier }: Thread,
  from: 'visitor' | 'staff',
  notes: readonly ChatNote[] = [],
): readonly DayOfMessages[] {
  const days: { key: string; at: string; groups: { -readonly [K in keyof GroupedMessages]: GroupedMessages[K] }[] }[] =
    []
  for (const { message, ...said } of allSaid({ messages, outgoing, hasEarlier }, from, notes)) {
    const key = new Date(said.at).toDateString()
    let day = days.at(-1)
    if (day?.key !== key) days.push((day = { key, at: said.at, groups: [] }))
    const group = day.groups.at(-1)
    if (group && belongs(group, said)) group.messages = [...group.messages, message]
    else day.groups.push({ ...said, key: message.key, messages: [message] })
  }
  return days
}

function allSaid(
  { messages, outgoing, hasEarlier }: Pick<Thread, 'messages' | 'outgoing' | 'hasEarlier'>,
  from: 'visitor' | 'staff',
  notes: readonly ChatNote[],
): Said[] {
  const stored = messages.map((message): Said => ({
    sender: message.own ? texts.chat.ownSender : message.sender,
    from: message.from,
    own: message.own,
    at: message.sentAt,
    message: {
      // A message keeps its element from pending to stored.
      key: message.clientId ?? message.id,
      message: message.message,
      seq: message.seq,
      clientId: undefined,
      refusal: undefined,
    },
  }))
  const underWay = outgoing.map(({ clientId, message, writtenAt, refusal }): Said => ({
    sender: texts.chat.ownSender,
    from,
    own: true,
    at: writtenAt,
    message: { key: clientId, message, seq: undefined, clientId, refusal },
  }))
  return [...withNotes(stored, hasEarlier ? (messages[0]?.sentAt ?? '') : '', notes), ...underWay]
}

function belongs(group: GroupedMessages, said: Omit<Said, 'message'>): boolean {
  const isSame = group.sender === said.sender && group.own === said.own && group.from === said.from
  return isSame && Date.parse(said.at) - Date.parse(group.at) < pause
}

/** Puts notes where they were written among the messages. @param since those before it come with earlier messages */
function withNotes(stored: readonly Said[], since: string, notes: readonly ChatNote[]): readonly Said[] {
  if (notes.length === 0) return stored
  const noted = notes
    .filter(({ sentAt }) => sentAt >= since)
    .map(({ _id, by, message, sentAt }): Said => ({
      sender: by.fullName,
      from: 'note',
      own: false,
      at: sentAt,
      message: { key: _id, message, seq: undefined, clientId: undefined, refusal: undefined },
    }))
  return [...stored, ...noted].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}
