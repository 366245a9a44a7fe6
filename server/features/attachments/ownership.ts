import { knownInstallation, madeInstallation } from '#server/db/installation.ts'
import type { InTx } from '#server/events/transactor.ts'
import type { ContentStore } from './content-store.ts'

/**
 * Whose files a store keeps. Every installation has an id in its database and enters it in the store with its first file,
 * so that nobody takes what another database refers to for needless.
 */
export interface Ownership {
  /** Enters this installation among the store's owners; this process asks once. */
  enter(inTx: InTx): Promise<void>
  /** Whether all that is kept belongs to this installation, as far as the store tells. */
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
