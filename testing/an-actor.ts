import type { Actor, Sight } from '#server/access/actor.ts'
import type { Permission } from '#shared/access/permissions.ts'

const everything: Sight = { products: [0], isEveryProduct: true, privateBugs: true, internalComments: true }

/** Creates an actor without a session: one who sees every bug, unless told otherwise. */
export function anActor({
  userId,
  fullName = '',
  permissions = [],
  sees = {},
}: {
  readonly userId: string
  readonly fullName?: string
  readonly permissions?: Iterable<Permission>
  readonly sees?: Partial<Sight>
}): Actor {
  return {
    userId,
    fullName,
    permissions: new Set(permissions),
    sees: { ...everything, ...sees },
    sessionHash: Buffer.alloc(32),
  }
}
