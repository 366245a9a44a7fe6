import type { Actor } from '#server/access/actor.ts'
import type { Bug } from '#shared/bugs/contract.ts'

/**
 * What a person may do to a bug. Its creator edits it with canEditMyBug; everything else goes by permission alone.
 * The edit that screens offer is the creator's own where both are possible.
 */
export function bugAbilities(actor: Actor, bug: { readonly createdBy: string }): Bug['abilities'] {
  const { permissions } = actor
  const editMy = bug.createdBy === actor.userId && permissions.has('canEditMyBug')
  const editAny = permissions.has('canEditAnyBug')
  return {
    comment: permissions.has('canViewData'),
    edit: editMy ? 'my' : editAny ? 'any' : 'none',
    editMy,
    editAny,
    close: permissions.has('canCloseAnyBug'),
    classify: permissions.has('canClassifyAnyBug'),
    assign: permissions.has('canReassignAnyBug'),
    merge: permissions.has('canClassifyAnyBug'),
    join: permissions.has('canViewData') && bug.createdBy !== actor.userId,
  }
}
