import { messages } from '#web/lib/messages.ts'
import { GroupOfLines } from './group-of-lines.tsx'

const line = {
  key: 'greeting',
  message: messages.chat.greeting,
  seq: undefined,
  clientId: undefined,
  refusal: undefined,
}
const group = {
  key: 'greeting',
  sender: messages.chat.greetingSender,
  from: 'staff',
  own: false,
  at: '',
  lines: [line],
} as const

/** Shows the first message of every conversation. It is not stored. */
export function Greeting({ side }: { side: 'visitor' | 'staff' }) {
  return <GroupOfLines group={group} side={side} />
}
