import { knownInstallation, madeInstallation } from '#server/db/installation.ts'
import type { InTx } from '#server/events/transactor.ts'
import type { ContentStore } from './content-store.ts'

/**
 * Tracks whose files a store contains. Every installation has an id in its database and writes it into the store with
 * its first file, so that nobody deletes content to which another database refers.
 */
export interface Ownership {
  /** Adds this installation to the store's owners, once per process. */
  enter(inTx: InTx): Promise<void>
  /** Returns whether everything in the store belongs to this installation, as far as the store knows. */
  isSole(inTx: InTx): Promise<boolean>
}

export function ownershipOf(store: ContentStore): Ownership {
  let entered: Promise<void> | undefined
  return {
    enter: (inTx) =>
      (entered ??= inTx(madeInstallation)
        .then((id) => store.addOwner(id))
        .catch((error: unknown) => {
          entered = undefined
          throw error
        })),
    isSole: async (inTx) => {
      const [id, owners] = [await inTx(knownInstallation), await store.owners()]
      return id !== undefined && owners.length === 1 && owners[0] === id
    },
  }
}
