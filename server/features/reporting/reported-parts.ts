import type { Actor } from '#server/access/actor.ts'
import { maySee } from '#server/access/sight.ts'
import type { Tx } from '#server/db/database.ts'
import { findActorOf } from '#server/features/auth/public.ts'
import { atTime, defaultAssigneeOf, partsNamed } from '#server/features/parts/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { bugFields } from '#shared/bugs/fields.ts'
import type { createBug, ReportedParts } from './create-bug.ts'

/** What a report may name of its product. */
const reported = ['component', 'foundVersion'] as const

interface Report {
  readonly component?: string | null | undefined
  readonly foundVersion?: string | null | undefined
  readonly isPrivate?: boolean | undefined
}

/**
 * Returns the component and version that a report names, and to whom it is assigned for its component: the default assignee,
 * if they can be assigned to and may see the bug.
 * @throws AppError invalid-input for one that its product has not, or that is archived
 */
export async function reportedParts(
  tx: Tx,
  actor: Actor,
  report: Report,
  { number: productNumber }: { readonly number: number },
): Promise<NonNullable<Parameters<typeof createBug>[6]>> {
  const parts: { -readonly [N in keyof ReportedParts]: ReportedParts[N] } = {}
  for (const name of reported) {
    const id = report[name]
    if (typeof id !== 'string') continue
    const part = (await partsNamed(tx, bugFields[name].of, [id])).get(id)
    if (part?.productNumber !== productNumber || part.isArchived) {
      const message = 'The product has no such component or version that is in use.'
      throw new AppError('invalid-input', message, { field: name })
    }
    parts[name] = atTime(part)
  }
  const assignedTo = parts.component && (await defaultAssigneeOf(tx, parts.component.id))
  const person = typeof assignedTo === 'string' ? await findActorOf(tx, assignedTo) : null
  const bug = {
    productNumber,
    isPrivate: report.isPrivate ?? false,
    createdBy: actor.userId,
    assignedTo: assignedTo ?? null,
  }
  const isTheirs = person?.permissions.has('canViewData') === true && maySee(person, { ...bug, readers: [] })
  return { ...parts, ...(isTheirs && { assignee: person }) }
}
