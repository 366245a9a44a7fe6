import type { Actor } from '#server/access/actor.ts'
import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import type { CommittedEvent } from '#server/events/event.ts'
import { socketEvents } from '#shared/realtime/all-events.ts'
import { RightsWatch } from './rights-watch.ts'
import { type EventOptions, type EventRoutes, eventsOn } from './serve-events.ts'
import type { ClientSocket, Sockets } from './socket-server.ts'

/** A feature that speaks over the sockets. */
export interface SocketFeature {
  /** Serves its events. */
  bind(routes: EventRoutes): void
  /** Gives a new socket its place. */
  welcome?(socket: ClientSocket): void
  /** Reads the event list. */
  follow(events: readonly CommittedEvent[]): void | Promise<void>
}

export interface OpenSockets {
  /** Ends the sockets whose rights these events have taken; for this process's own, which it knows before the list does. */
  followRights(events: readonly { readonly type: string; readonly subjectId: string }[]): Promise<void>
  /** Reads the event list. */
  follow(events: readonly CommittedEvent[]): Promise<void>
  /** Resolves when what was sent is answered; nothing further is taken. */
  finish(): Promise<void>
}

export interface SocketOptions {
  readonly config: Config
  readonly log: Logger
  /** Who holds a session token; null when nobody does any more. */
  readonly resolveActor: (token: string) => Promise<Actor | null>
  /** Tells a client that asks for no acknowledgements why its event was refused. */
  readonly tellRefusal: (socket: ClientSocket, message: string) => void
  /** Told of every event that was answered. */
  readonly onServed?: EventOptions['onServed']
}

/** Lets the features speak over the sockets, each client with the rights of the moment. */
export function openSockets(
  io: Sockets,
  features: readonly SocketFeature[],
  { config, log, resolveActor, tellRefusal, onServed }: SocketOptions,
): OpenSockets {
  const rights = new RightsWatch(io, resolveActor, log)
  const routes = eventsOn(io, {
    log,
    resolveActor,
    floodEvents: Math.max(200, 10 * config.limits.chatMessages),
    onConnection: (socket) => {
      for (const feature of features) feature.welcome?.(socket)
      // Rights may have gone between the handshake and the place.
      void rights.check(socket)
    },
    tellRefusal: (socket, { message }) => tellRefusal(socket, message),
    onServed,
  })
  for (const feature of features) feature.bind(routes)
  for (const event of Object.values(socketEvents)) {
    if (!routes.bound.has(event)) throw new Error(`The socket event ${event.name} is declared but not served.`)
  }
  return {
    followRights: (events) => rights.follow(events),
    follow: async (events) => {
      // In doubt about the rest, whoever lost a right is still silenced.
      await rights.follow(events)
      // What one of them has to read again must not hold up the others.
      await Promise.all(features.map((feature) => feature.follow(events)))
    },
    finish: async () => {
      rights.stop()
      await routes.finish()
    },
  }
}
