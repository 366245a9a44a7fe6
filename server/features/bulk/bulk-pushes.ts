import type { CommittedEvent } from '#server/events/event.ts'
import type { SocketFeature } from '#server/realtime/open-sockets.ts'
import { push } from '#server/realtime/push.ts'
import type { Sockets } from '#server/realtime/socket-server.ts'

/** Milliseconds in which the progress of a bulk change is combined into one push. */
const pause = 300

/** Tells people's own pages how their bulk changes go on. */
export class BulkPushes implements SocketFeature {
  readonly #io: Sockets
  /** Who asked for those that have gone on. */
  readonly #changed = new Map<string, string>()
  #timer: NodeJS.Timeout | undefined

  constructor(io: Sockets) {
    this.#io = io
  }

  /** Binds nothing, because clients send nothing about bulk changes. */
  bind(): void {}

  /** Reads the event list. */
  follow(events: readonly CommittedEvent[]): void {
    for (const { type, subjectId, actorId } of events) {
      if (type === 'bulk-changed' && actorId !== null) this.#changed.set(subjectId, actorId)
    }
    if (this.#changed.size > 0) this.#timer ??= setTimeout(() => this.#tell(), pause)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #tell(): void {
    this.#timer = undefined
    for (const socket of this.#io.sockets.sockets.values()) {
      const { actor } = socket.data
      if (!actor?.permissions.has('canViewData')) continue
      for (const [bulkId, userId] of this.#changed) {
        if (userId === actor.userId) push(socket, 'bulk-changed', { bulkId })
      }
    }
    this.#changed.clear()
  }
}
