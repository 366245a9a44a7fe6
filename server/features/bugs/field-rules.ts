import type { BugFields } from '#shared/bugs/fields.ts'
import { type BugStatus, type Classification, isClosedStatus } from '#shared/bugs/words.ts'

type Rule = { [N in keyof BugFields]: BugFields[N] extends { rule: infer R } ? R : never }[keyof BugFields]

/** The columns that follow from the fields that name a rule in `bugFields`. */
export const fieldRules = {
  /** Whether a bug is closed follows from its status. */
  closing: (status: BugStatus) => ({ status, is_closed: isClosedStatus(status) }),
  /** An assignment has its time; without an assignee there is none. */
  assignment: (userId: string | null, now: Date) => ({
    assigned_to: userId,
    assigned_on: userId === null ? null : now,
  }),
  /** Only a duplicate has an original, and only one that has is merged. */
  links: (link: { classification: Classification; duplicateOf: string | null; isMerged: boolean }) => {
    const original = link.classification === 'duplicate' ? link.duplicateOf : null
    return {
      classification: link.classification,
      duplicate_of: original,
      is_merged: link.isMerged && original !== null,
    }
  },
  /**
   * A question has its time, who asked it, and maybe the comment that asks; it stays known after the answer, so that an undo takes
   * the waiting up again as it was.
   */
  asking: (isWaiting: boolean, question?: { on: Date; by: string; in: string | null }) => ({
    is_waiting: isWaiting,
    ...(question && { asked_on: question.on, asked_by: question.by, asked_in: question.in, reminders: 0 }),
  }),
} as const satisfies Readonly<Record<Rule, unknown>>
