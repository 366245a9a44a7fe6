import { toastWarning } from '#web/ui/notices/toast.ts'
import type { FactChoice } from './fact-option.ts'
import { type FactBug, type FactName, hasAlready, isChoice, maySetFact, settableOf } from './facts.ts'
import { ownChanges, type OwnChange } from './own-changes.ts'

/**
 * Sets on a bug what the reader has last set on another one, as far as they may and it is not so already.
 * @param isThere whether the bug has such a fact
 * @param choose sets one fact; `together` is for those that are told of and taken back together
 */
export function repeatOwn(
  userId: string | undefined,
  bug: FactBug,
  isThere: (name: FactName) => boolean,
  choose: (name: FactName, choice: FactChoice, together: OwnChange[] | undefined) => void,
): void {
  const changes = lastOnAnother(userId, bug._id).filter(
    ({ name, choice: { value } }) =>
      isThere(name) &&
      !hasAlready(bug, name, value) &&
      (isChoice(name) ? settableOf(bug, name).some((one) => one === value) : maySetFact(bug, name)),
  )
  if (changes.length === 0) toastWarning('There is nothing to repeat on this bug')
  const together = changes.length > 1 ? [] : undefined
  for (const { name, choice } of changes) choose(name, choice, together)
}

/** Returns what was last set on another bug: the last choice of each fact, and all changes of labels. */
function lastOnAnother(userId: string | undefined, bugId: string): readonly OwnChange[] {
  const others = ownChanges(userId).filter((change) => change.bugId !== bugId)
  const last = others.at(-1)?.bugId
  const set = others.slice(others.findLastIndex((change) => change.bugId !== last) + 1)
  return set.filter(({ name }, at) => name === 'labels' || set.findLastIndex((change) => change.name === name) === at)
}
