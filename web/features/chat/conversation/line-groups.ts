import type { ChatSender } from '#shared/chat/words.ts'
import { messages } from '#web/lib/messages.ts'
import type { Thread } from '../channel/thread.ts'

/** Milliseconds after which the same sender begins a new group. */
const pause = 5 * 60_000

/** One message as it is shown. */
export interface ShownLine {
  readonly key: string
  readonly message: string
  /** Absent while it is pending. */
  readonly seq: number | undefined
  /** Only for a pending message. */
  readonly clientId: string | undefined
  readonly refusal: string | undefined
}

/** Messages of one sender that belong together. */
export interface LineGroup {
  readonly key: string
  readonly sender: string
  readonly from: ChatSender
  readonly own: boolean
  /** ISO 8601; when its first message was sent. */
  readonly at: string
  readonly lines: readonly ShownLine[]
}

/** The messages of one day of the reader's calendar. */
export interface DayOfLines {
  readonly key: string
  readonly at: string
  readonly groups: readonly LineGroup[]
}

interface Said extends Omit<LineGroup, 'key' | 'lines'> {
  readonly line: ShownLine
}

/** Groups messages by day and sender; pending ones come last. */
export function dayGroups({ lines, outgoing }: Thread, from: 'visitor' | 'staff'): readonly DayOfLines[] {
  const days: { key: string; at: string; groups: { -readonly [K in keyof LineGroup]: LineGroup[K] }[] }[] = []
  for (const { line, ...said } of allSaid({ lines, outgoing }, from)) {
    const key = new Date(said.at).toDateString()
    let day = days.at(-1)
    if (day?.key !== key) days.push((day = { key, at: said.at, groups: [] }))
    const group = day.groups.at(-1)
    if (group && belongs(group, said)) group.lines = [...group.lines, line]
    else day.groups.push({ ...said, key: line.key, lines: [line] })
  }
  return days
}

function allSaid({ lines, outgoing }: Pick<Thread, 'lines' | 'outgoing'>, from: 'visitor' | 'staff'): Said[] {
  const stored = lines.map((line): Said => ({
    sender: line.own ? messages.chat.ownSender : line.sender,
    from: line.from,
    own: line.own,
    at: line.sentAt,
    line: {
      // A message keeps its element from pending to stored.
      key: line.clientId ?? line.id,
      message: line.message,
      seq: line.seq,
      clientId: undefined,
      refusal: undefined,
    },
  }))
  const underWay = outgoing.map(({ clientId, message, writtenAt, refusal }): Said => ({
    sender: messages.chat.ownSender,
    from,
    own: true,
    at: writtenAt,
    line: { key: clientId, message, seq: undefined, clientId, refusal },
  }))
  return [...stored, ...underWay]
}

function belongs(group: LineGroup, said: Omit<Said, 'line'>): boolean {
  const isSame = group.sender === said.sender && group.own === said.own && group.from === said.from
  return isSame && Date.parse(said.at) - Date.parse(group.at) < pause
}
