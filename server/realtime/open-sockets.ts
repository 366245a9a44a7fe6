import type { Actor } from '#server/access/actor.ts'
import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import type { CommittedEvent } from '#server/events/event.ts'
import { socketEvents } from '#shared/realtime/all-events.ts'
import { RightsWatch } from './rights-watch.ts'
import { type EventOptions, type EventRoutes, eventsOn } from './serve-events.ts'
import type { ClientSocket, Sockets } from './socket-server.ts'

/** A feature that uses the sockets. */
export interface SocketFeature {
  /** Binds its events. */
  bind(routes: EventRoutes): void
  /** Puts a new socket into its rooms. */
  welcome?(socket: ClientSocket): void
  /** Reads the event list. */
  follow(events: readonly CommittedEvent[]): void | Promise<void>
}

export interface OpenSockets {
  /**
   * Ends the sockets whose rights these events have removed. For this process's own events, which it knows before the
   * list does.
   */
  followRights(events: readonly { readonly type: string; readonly subjectId: string }[]): Promise<void>
  /** Reads the event list. */
  follow(events: readonly CommittedEvent[]): Promise<void>
  /** Resolves when everything received is answered; nothing further is accepted. */
  finish(): Promise<void>
}

export interface SocketOptions {
  readonly config: Config
  readonly log: Logger
  /** Returns who holds a session token; null when nobody does any more. */
  readonly resolveActor: (token: string) => Promise<Actor | null>
  /** Tells a client that asks for no acknowledgements why its event was refused. */
  readonly tellRefusal: (socket: ClientSocket, message: string) => void
  /** Called for every event that was answered. */
  readonly onServed?: EventOptions['onServed']
}

/** Connects the features to the sockets. Every event is checked with the current rights of its client. */
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
      // Rights may have been removed between the handshake and this point.
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
      // Comes first, so that a person who lost a right hears nothing even if the features fail.
      await rights.follow(events)
      // A feature that has to read something must not delay the others.
      await Promise.all(features.map((feature) => feature.follow(events)))
    },
    finish: async () => {
      rights.stop()
      await routes.finish()
    },
  }
}
