import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import type { Db } from '#server/db/database.ts'
import type { CommittedEvent } from '#server/events/event.ts'
import type { AtOnce, InTx } from '#server/events/transactor.ts'
import type { Nodes } from '#server/realtime/nodes/nodes.ts'
import type { EventRoutes } from '#server/realtime/serve-events.ts'
import type { ClientSocket, Sockets } from '#server/realtime/socket-server.ts'
import type { Site } from '#shared/site/contract.ts'
import { ChatHub } from './chat-hub.ts'
import { bindChatEvents, conversationFinder } from './events.ts'
import { openChatLimits } from './limits.ts'
import { MessageWriter } from './message-writer.ts'
import { LastConversations } from './speaker.ts'

export interface Chat {
  /** Returns whether a conversation's visitor is connected now. */
  isConnected(conversationId: string): boolean
  /** Puts a new socket into its rooms. */
  welcome(socket: ClientSocket): void
  /** Tells a client that asks for no acknowledgements why its event was refused. */
  tellRefusal(socket: ClientSocket, message: string): void
  /** Binds the chat's events. */
  bind(routes: EventRoutes): void
  /** Reads the event list. */
  follow(events: readonly CommittedEvent[]): Promise<void>
}

export interface ChatOptions {
  readonly config: Config
  /** As it is whenever it is read. */
  readonly site: Pick<Site, 'productName' | 'sendsMail'>
  readonly log: Logger
  readonly db: Db
  readonly inTx: InTx
  readonly atOnce: AtOnce
  readonly nodes: Nodes
}

/** Opens the chat on the sockets. */
export function openChat(io: Sockets, { config, site, log, db, inTx, atOnce, nodes }: ChatOptions): Chat {
  const hub = new ChatHub(io, db, log, nodes)
  const conversations = conversationFinder({ db, inTx, hub }, log)
  return {
    isConnected: (id) => hub.places.isConnected(id),
    welcome: (socket) => {
      hub.welcome(socket)
      conversations.find(socket)
    },
    tellRefusal: (socket, message) => hub.tellRefusal(socket, message),
    bind: (routes) =>
      bindChatEvents(routes, conversations.ready, {
        db,
        inTx,
        hub,
        writer: new MessageWriter(atOnce, {
          expect: (id) => hub.published.expect(id),
          forget: (ids) => hub.publishUnpublished(ids.filter((id) => hub.published.forget(id))),
        }),
        limits: openChatLimits(config.limits, nodes),
        last: new LastConversations(nodes),
        site,
      }),
    follow: (events) => hub.follow(events),
  }
}
