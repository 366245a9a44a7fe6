import type { Actor } from '#server/access/actor.ts'
import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import type { Db } from '#server/db/database.ts'
import type { CommittedEvent } from '#server/events/event.ts'
import type { AtOnce, InTx } from '#server/events/transactor.ts'
import { eventsOn } from '#server/realtime/serve-events.ts'
import type { Sockets } from '#server/realtime/socket-server.ts'
import { socketEvents } from '#shared/chat/socket-events.ts'
import { ChatHub } from './chat-hub.ts'
import { bindChatEvents, conversationFinder } from './events.ts'
import { openChatLimits } from './limits.ts'
import { LineWriter } from './line-writer.ts'
import { keepRetention } from './retention.ts'
import { LastConversations } from './speaker.ts'

export interface Chat {
  /** Whether a conversation's visitor is connected now. */
  isConnected(conversationId: string): boolean
  /** Reads the event list. */
  follow(events: readonly CommittedEvent[]): Promise<void>
  /** Resolves when what was sent is stored and acknowledged; nothing further is taken. */
  finish(): Promise<void>
}

export interface ChatOptions {
  readonly config: Config
  readonly log: Logger
  readonly db: Db
  readonly inTx: InTx
  readonly atOnce: AtOnce
  /** Who holds a session token; null when nobody does any more. */
  readonly resolveActor: (token: string) => Promise<Actor | null>
}

/** Serves the chat on the sockets. */
export function openChat(io: Sockets, { config, log, db, inTx, atOnce, resolveActor }: ChatOptions): Chat {
  const hub = new ChatHub(io, db)
  const conversations = conversationFinder({ db, inTx, hub }, log)
  const routes = eventsOn(io, {
    log,
    resolveActor,
    floodEvents: Math.max(200, 10 * config.limits.chatMessages),
    onConnection: (socket) => {
      hub.place(socket)
      conversations.find(socket)
    },
    tellRefusal: (socket, { message }) => socket.emit('chat-message', { sender: 'Mothlight', message }),
  })
  bindChatEvents(routes, conversations.ready, {
    db,
    inTx,
    hub,
    writer: new LineWriter(atOnce),
    limits: openChatLimits(config.limits),
    last: new LastConversations(),
  })
  for (const event of Object.values(socketEvents)) {
    if (!routes.bound.has(event)) throw new Error(`The socket event ${event.name} is declared but not served.`)
  }
  const endRetention = keepRetention(inTx, config.chatRetentionDays, log)
  return {
    isConnected: (id) => hub.isConnected(id),
    follow: (events) => hub.follow(events, resolveActor),
    finish: async () => {
      endRetention()
      await routes.finish()
    },
  }
}
