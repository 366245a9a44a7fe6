import { jsonSchema, type JsonSchema } from '#server/features/api-docs/schemas.ts'
import type { PushName } from '#shared/realtime/all-events.ts'
import { pushes, socketEvents } from '#shared/realtime/all-events.ts'
import { answerTable, rowsOf, table, valueText } from './tables.ts'

/** When the server sends each push. */
const pushWords: Readonly<Record<PushName, string>> = {
  'chat-message': 'A line of a conversation. The socket that sent it gets none.',
  'chat-notice': 'Why an event was refused, to a client that asked for no acknowledgement.',
  'chat-typing': 'Somebody is writing; good for some seconds.',
  'chat-seen': 'How far somebody has read.',
  'chat-presence': 'Whether somebody who can answer is connected.',
  'chat-conversation': 'To staff: a conversation is not as it was; read it again.',
  'chat-notes': 'To staff who see notes: one was added to a conversation; read them again.',
  'bug-changed': 'Something about the bug that `look-at` named has changed; read it again.',
  'bugs-changed': 'Bugs were reported or changed; read the list again.',
  'bug-viewers': 'Who else looks at the bug that `look-at` named.',
  'names-changed': 'A label, or who somebody of an import is, has changed: read again what shows bugs.',
  'bulk-changed': 'A bulk change of the caller’s has gone on; read it again. A few times a second at most.',
  'news-changed': 'A bug that the caller follows has news; read them again.',
}

/** Returns the part about sockets: the accepted events and the pushes, each with its shape. */
export function socketPart(): string {
  const accepted = Object.values(socketEvents).map(({ name, access, summary, payload, reply }) =>
    [
      `#### ${name}`,
      `${summary} ${access === 'public' ? 'Anybody may send it.' : `Needs the permission ${access}.`}`,
      payloadPart(jsonSchema(payload, 'input')),
      rowsOf(jsonSchema(reply, 'output')).length > 0 ? answerTable(jsonSchema(reply, 'output')) : '',
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  )
  const sent = Object.entries(pushes).map(([name, schema]) =>
    [`#### ${name}, from the server`, pushWords[name as PushName], payloadPart(jsonSchema(schema, 'output'))]
      .filter((part) => part !== '')
      .join('\n\n'),
  )
  return ['## Socket events', ...accepted, ...sent].join('\n\n')
}

function payloadPart(schema: JsonSchema): string {
  if (schema.$ref || schema.type !== 'object') return `The payload is ${valueText(schema)}.`
  return table(
    ['Key of the payload', 'Value'],
    rowsOf(schema).map(({ place, value, isOptional }) => [`\`${place}\`${isOptional ? ' ?' : ''}`, value]),
  )
}
