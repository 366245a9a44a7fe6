import type { QueryClient } from '@tanstack/react-query'
import { isPart } from '#shared/bugs/fields.ts'
import { toastSuccess, toastWarning } from '#web/ui/notices/toast.ts'
import type { LabelsSet } from './fact-option.ts'
import { type FactBug, type FactName, hasAlready, isChoice, maySetFact, settableOf } from './facts.ts'
import { labelsOption } from './labels-picker.tsx'
import { isFact, isolated, ownChanges, type OwnFact, ownChangeToast } from './own-changes.ts'
import { setFact, type Setting } from './set-fact.ts'
import { undoOwn } from './undo-own.ts'

/**
 * Sets on a bug what the reader has last set on another one, as far as they may and it is not so already. It is told once,
 * and taken back together. Moves to another product are left out, because they ask what may be lost.
 * @param isThere whether the bug has such a fact
 */
export function repeatOwn(
  client: QueryClient,
  on: Pick<Setting, 'bug' | 'userId' | 'isList' | 'ask'>,
  isThere: (name: FactName) => boolean,
): void {
  const { bug, userId, isList } = on
  const repeats = lastOnAnother(userId, bug._id)
  const changes = repeats.filter((change) => isThere(change.name) && fits(change, bug))
  if (changes.length === 0) return toastWarning('There is nothing to repeat on this bug')
  const done: OwnFact[] = []
  let left = changes.length

  function tell(own: OwnFact, isDone: boolean) {
    if (isDone) done.push(own)
    left -= 1
    if (left > 0 || done.length === 0) return
    const what = done.map(({ label }) => label).join(', ')
    const undo = {
      label: 'Undo',
      onClick: () => done.toReversed().forEach((one) => undoOwn(client, one, `${what} of ${isolated(bug.title)}`)),
    }
    const words = `${done.map(toldOf).join(', ')}${isList ? `: ${isolated(bug.title)}` : ''}`
    toastSuccess('Your last changes repeated', undo, words, ownChangeToast)
  }

  for (const { name, choice } of changes) {
    setFact(client, { ...on, name, choice, repeats, ...(changes.length > 1 && { tell }) })
  }
}

/** 'Priority high' */
function toldOf({ name, label, choice: { words } }: OwnFact): string {
  return `${label} ${isChoice(name) ? words : isolated(words)}`
}

/** Whether a change may be made at this bug, and makes a difference there. */
function fits({ name, choice: { value }, productId }: OwnFact, bug: FactBug): boolean {
  if (name === 'product' || hasAlready(bug, name, value)) return false
  if (isPart(name) && productId !== bug.product._id) return false
  if (name === 'duplicateOf' && value === bug._id) return false
  return isChoice(name) ? settableOf(bug, name).some((one) => one === value) : maySetFact(bug, name)
}

/** Returns what came of the last changes of another bug: what a later one has ended or replaced is left out. */
function lastOnAnother(userId: string, bugId: string): OwnFact[] {
  const others = ownChanges(userId)
    .filter(isFact)
    .filter((change) => change.bugId !== bugId)
  const last = others.at(-1)?.bugId
  const own = others.slice(others.findLastIndex((one) => one.bugId !== last) + 1)
  const set = new Map<FactName, OwnFact>()
  for (const change of own.flatMap((one) => one.repeats ?? [one])) {
    const { name, choice } = change
    if (name === 'labels') {
      const labels = bothOf(set.get(name)?.choice.labels, choice.labels)
      set.set(name, { ...change, choice: labelsOption([], labels.added, labels.removed) })
      continue
    }
    // In the order in which they were set last: one may ask for another.
    set.delete(name)
    if (name === 'classification' && choice.value !== 'duplicate') set.delete('duplicateOf')
    if (name !== 'duplicateOf' || choice.value !== null) set.set(name, change)
  }
  // An original makes a duplicate.
  if (set.has('duplicateOf')) set.delete('classification')
  return [...set.values()]
}

const nothing: LabelsSet = { added: [], removed: [] }

/** Returns what two changes of labels, one after the other, come to: what one has added and the other removed is as before. */
function bothOf(first: LabelsSet = nothing, second: LabelsSet = nothing): LabelsSet {
  const without = (labels: LabelsSet['added'], others: LabelsSet['added']) =>
    labels.filter(({ _id }) => !others.some((other) => other._id === _id))
  return {
    added: [...without(first.added, [...second.removed, ...second.added]), ...without(second.added, first.removed)],
    removed: [...without(first.removed, [...second.added, ...second.removed]), ...without(second.removed, first.added)],
  }
}
