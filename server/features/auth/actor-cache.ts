import type { Actor } from '#server/access/actor.ts'

/** Milliseconds for which an actor is cached, by a monotonic clock; events end it earlier. */
const lifetime = 30_000
const maxEntries = 50_000

interface Entry {
  readonly actor: Actor
  readonly until: number
}

/**
 * Caches who holds a session, so that a request needs no query for it. Every committed event about a person, a role or a
 * product removes what it could have changed: in this process before the writer is answered, in others when their relay reads
 * it.
 */
export class ActorCache {
  readonly #byHash = new Map<string, Entry>()
  /** Counts the invalidations: an actor that was read before one of them must not be cached after it. */
  #generation = 0

  get generation(): number {
    return this.#generation
  }

  find(hash: string, now = performance.now()): Actor | undefined {
    const entry = this.#byHash.get(hash)
    if (entry && entry.until > now) return entry.actor
    if (entry) this.#byHash.delete(hash)
    return undefined
  }

  /** Caches an actor. @param generation the value of `generation` before the actor was read from the database */
  keep(hash: string, actor: Actor, generation: number, now = performance.now()): void {
    if (generation !== this.#generation) return
    if (this.#byHash.size >= maxEntries) this.#byHash.clear()
    this.#byHash.set(hash, { actor, until: now + lifetime })
  }

  forgetUser(userId: string): void {
    this.#generation++
    for (const [hash, entry] of this.#byHash) if (entry.actor.userId === userId) this.#byHash.delete(hash)
  }

  forgetEverybody(): void {
    this.#generation++
    this.#byHash.clear()
  }
}
