import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import { ActorCache } from './actor-cache.ts'
import { findActor, sessionHash, touchSession } from './session-store.ts'

export interface Sessions {
  /** Returns who holds this token; null when nobody does (any more). */
  resolve(token: string): Promise<Actor | null>
  /** Removes from the cache what events about people, roles and products may have changed. */
  follow(events: readonly { readonly type: string; readonly subjectId: string }[]): void
}

export function openSessions(db: Db, inTx: InTx): Sessions {
  const cache = new ActorCache()
  return {
    resolve: async (token) => {
      const hash = sessionHash(token)
      const key = hash.toString('base64')
      const known = cache.find(key)
      if (known) return known
      const { generation } = cache
      const found = await findActor(db, hash)
      if (!found) return null
      if (found.seenOn.getTime() < Date.now() - 3600_000) await inTx((tx) => touchSession(tx, hash))
      cache.keep(key, found.actor, generation)
      return found.actor
    },
    follow: (events) => {
      for (const event of events) {
        // Who may see a product may have changed for everybody.
        if (event.type.startsWith('role-') || event.type.startsWith('product-')) cache.forgetEverybody()
        else if (event.type.startsWith('user-')) cache.forgetUser(event.subjectId)
      }
    },
  }
}
