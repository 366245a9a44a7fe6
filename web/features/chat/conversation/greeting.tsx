import { messages } from '#web/lib/messages.ts'
import { MessageGroup } from './message-group.tsx'

const message = {
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
  messages: [message],
} as const

/** Shows the first message of every conversation. It is not stored. */
export function Greeting({ side }: { side: 'visitor' | 'staff' }) {
  return <MessageGroup group={group} side={side} />
}
