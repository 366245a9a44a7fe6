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
import { RightsWatch } from './rights-watch.ts'
import { LastConversations } from './speaker.ts'
import { standingOf } from './staff.ts'

export interface Chat {
  /** Whether a conversation's visitor is connected now. */
  isConnected(conversationId: string): boolean
  /** Ends the sockets whose rights these events have taken; for this process's own, which it knows before the list does. */
  followRights(events: readonly { readonly type: string; readonly subjectId: string }[]): Promise<void>
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
  const hub = new ChatHub(io, db, log)
  const rights = new RightsWatch(io, resolveActor, log)
  const conversations = conversationFinder({ db, inTx, hub }, log)
  const routes = eventsOn(io, {
    log,
    resolveActor,
    floodEvents: Math.max(200, 10 * config.limits.chatMessages),
    onConnection: (socket) => {
      hub.welcome(socket)
      conversations.find(socket)
      // Rights may have gone between the handshake and the place.
      void rights.check(socket)
    },
    standingOf,
    tellRefusal: (socket, { message }) => hub.tellRefusal(socket, message),
  })
  bindChatEvents(routes, conversations.ready, {
    db,
    inTx,
    hub,
    writer: new LineWriter(atOnce, {
      expect: (id) => hub.handedOn.expect(id),
      forget: (ids) => hub.tellAfterAll(ids.filter((id) => hub.handedOn.forget(id))),
    }),
    limits: openChatLimits(config.limits),
    last: new LastConversations(),
  })
  for (const event of Object.values(socketEvents)) {
    if (!routes.bound.has(event)) throw new Error(`The socket event ${event.name} is declared but not served.`)
  }
  const endRetention = keepRetention(inTx, config.chatRetentionDays, log)
  return {
    isConnected: (id) => hub.places.isConnected(id),
    followRights: (events) => rights.follow(events),
    follow: async (events) => {
      // In doubt about the rest, whoever lost a right is still silenced.
      await rights.follow(events)
      await hub.follow(events)
    },
    finish: async () => {
      rights.stop()
      await Promise.all([endRetention(), routes.finish()])
    },
  }
}
