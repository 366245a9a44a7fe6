import { AppError } from '#server/http/app-error.ts'
import type { Waits } from './paced.ts'

/** Exports that a process with many connections makes at the same time. */
const most = 3

/** Milliseconds for which an export may have waited for its reader while nobody else wants its slot. */
const longestWait = 60_000

/** An export that is under way. */
interface Running {
  readonly waits: Waits
  readonly end: () => void
}

/** The exports that are under way, one for each person. */
export class ExportSlots {
  readonly #running = new Map<string, Running>()
  readonly #most: number

  /** @param connections of this process to the database: each export holds one, and all together a quarter at most */
  constructor(connections: number) {
    this.#most = Math.max(1, Math.min(most, Math.floor(connections / 4)))
  }

  /**
   * Takes a slot. Where there is none, the export that has waited longest for its reader is ended, if that is long: who reads
   * slowly does not keep others from exporting.
   * @param running waits for its reader, and can be ended
   * @returns what gives the slot back
   * @throws AppError too-many-requests
   */
  take(userId: string, running: Running): () => void {
    if (this.#running.has(userId)) throw refusal('You have an export under way; wait until it is done.')
    if (this.#running.size >= this.#most && !this.#endSlowest())
      throw refusal('Others are exporting; try again in a moment.')
    this.#running.set(userId, running)
    return () => {
      if (this.#running.get(userId) === running) this.#running.delete(userId)
    }
  }

  /** @returns whether there was one that is slow */
  #endSlowest(): boolean {
    const [slowest] = [...this.#running].toSorted(([, one], [, other]) => other.waits.total - one.waits.total)
    if (!slowest || slowest[1].waits.total < longestWait) return false
    const [userId, { end }] = slowest
    this.#running.delete(userId)
    end()
    return true
  }
}

const refusal = (sentence: string) => new AppError('too-many-requests', sentence, { retryAfterSeconds: 5 })
