import type { Actor } from '#server/access/actor.ts'
import type { Logger } from '#server/config/log.ts'
import type { ClientSocket, Sockets } from './socket-server.ts'
import { rightsKeyOf } from './rights-key.ts'

/** Number of sockets that are checked at the same time. */
const width = 16
/** How often all sockets are checked, in milliseconds: a session can expire without an event. */
const sweepEvery = 60_000

/**
 * Ends the sockets whose session has ended, or whose owner or deciding permissions have changed. The client opens a new
 * one by itself, so nothing of the old connection remains. When the check fails, the socket is ended.
 */
export class RightsWatch {
  readonly #io: Sockets
  readonly #resolve: (token: string) => Promise<Actor | null>
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout

  /** @param resolve returns who holds a session token now */
  constructor(io: Sockets, resolve: (token: string) => Promise<Actor | null>, log: Logger) {
    this.#io = io
    this.#resolve = resolve
    this.#log = log
    this.#timer = setInterval(() => void this.#checkAll(() => true), sweepEvery)
    this.#timer.unref()
  }

  /** Checks every socket whose rights these events may have changed. */
  async follow(events: readonly { readonly type: string; readonly subjectId: string }[]): Promise<void> {
    // Who may see a product may have changed for everybody.
    const everybody = events.some(({ type }) => type.startsWith('role-') || type.startsWith('product-'))
    const people = new Set(events.filter(({ type }) => type.startsWith('user-')).map(({ subjectId }) => subjectId))
    if (everybody || people.size > 0) await this.#checkAll((actor) => everybody || people.has(actor.userId))
  }

  /** Checks one socket. */
  async check(socket: ClientSocket): Promise<void> {
    const { sessionToken } = socket.data.handshake
    if (!sessionToken || !socket.data.actor) return
    try {
      const actor = await this.#resolve(sessionToken)
      if (rightsKeyOf(actor) === rightsKeyOf(socket.data.actor)) socket.data.actor = actor
      else socket.disconnect(true)
    } catch (error) {
      this.#log.warn({ err: error }, 'the rights of a socket could not be read; it was ended')
      socket.disconnect(true)
    }
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #checkAll(concerns: (actor: Actor) => boolean): Promise<void> {
    const sockets = [...this.#io.sockets.sockets.values()].filter(({ data }) => data.actor && concerns(data.actor))
    const next = async (): Promise<void> => {
      for (let socket = sockets.pop(); socket; socket = sockets.pop()) await this.check(socket)
    }
    await Promise.all(Array.from({ length: Math.min(width, sockets.length) }, next))
  }
}
