import type { Actor } from '#server/access/actor.ts'
import type { Bug } from '#shared/bugs/contract.ts'
import { settableValues } from '#shared/bugs/fields.ts'
import type { BugStatus } from '#shared/bugs/words.ts'

/** Whoever may change the bugs of others speaks for the team. */
export function isOfTeam({ permissions }: Pick<Actor, 'permissions'>): boolean {
  return teamPermissions.some((name) => permissions.has(name))
}

const teamPermissions = ['canEditAnyBug', 'canCloseAnyBug', 'canClassifyAnyBug', 'canReassignAnyBug'] as const

/**
 * What a person may do to a bug. Its creator edits, closes and opens it with canEditMyBug; everything else goes by
 * permission alone. The team asks the reporter; nobody asks themselves.
 * The edit that screens offer is the creator's own where both are possible.
 * @param bug.status undefined for whichever
 */
export function bugAbilities(
  actor: Actor,
  bug: { readonly createdBy: string; readonly status?: BugStatus },
): Bug['abilities'] {
  const { permissions } = actor
  const editMy = bug.createdBy === actor.userId && permissions.has('canEditMyBug')
  const editAny = permissions.has('canEditAnyBug')
  const changes = {
    editMy,
    editAny,
    close: permissions.has('canCloseAnyBug'),
    classify: permissions.has('canClassifyAnyBug'),
    assign: permissions.has('canReassignAnyBug'),
    ask: permissions.has('canViewData') && isOfTeam(actor) && bug.createdBy !== actor.userId,
  }
  return {
    comment: permissions.has('canViewData'),
    edit: editMy ? 'my' : editAny ? 'any' : 'none',
    ...changes,
    statuses: settableValues(changes, 'status', bug.status),
    merge: permissions.has('canClassifyAnyBug'),
    join: permissions.has('canViewData') && bug.createdBy !== actor.userId,
  }
}
