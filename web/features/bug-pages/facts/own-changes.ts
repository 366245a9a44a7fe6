import { useSyncExternalStore } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { bugFields } from '#shared/bugs/fields.ts'
import type { Change } from '#shared/history/timeline-entry.ts'
import type { FactChoice, Shown } from './fact-option.ts'
import type { FactName } from './facts.ts'

/** A change of a bug that the reader has made in this window. */
export interface OwnChange {
  readonly userId: string
  readonly bugId: string
  readonly title: string
  /** What was changed, as people read it. */
  readonly label: string
  /** What the bug showed before, of what the change is about. */
  readonly before: Shown | Partial<Bug>
  /** Whether this is what the bug's timeline says of it. */
  readonly isToldBy: (told: Change) => boolean
}

/** A fact that was set, which may be repeated on another bug. */
export interface OwnFact extends OwnChange {
  /** Where the bug was. */
  readonly productId: string
  readonly name: FactName
  readonly choice: FactChoice
  /** It is one of these, which were set on another bug and repeated here; some may have been so already. All of them share it. */
  readonly repeats?: OwnFact[]
}

export function isFact(change: OwnChange): change is OwnFact {
  return 'choice' in change
}

/** Most changes that are remembered. */
const most = 50

/** In the order in which they were made, without those that were refused or taken back. */
let changes: readonly OwnChange[] = []
const listeners = new Set<() => void>()

/** Remembers a change, also while it is on its way. */
export function rememberOwn(change: OwnChange): void {
  keep([...changes, change].slice(-most))
}

/** Forgets a change that was refused or taken back. @returns whether it was remembered */
export function forgetOwn(change: OwnChange): boolean {
  const isKnown = changes.includes(change)
  if (isKnown) keep(changes.filter((one) => one !== change))
  if (isFact(change)) {
    const place = change.repeats?.findIndex(({ name }) => name === change.name) ?? -1
    if (place !== -1) change.repeats?.splice(place, 1)
  }
  return isKnown
}

/** Returns the last change of the reader that stands. */
export function useLastOwn(userId: string | undefined): OwnChange | undefined {
  const all = useSyncExternalStore(subscribe, () => changes)
  return all.findLast((change) => change.userId === userId)
}

/** Returns all that stand, the last one at the end. */
export function ownChanges(userId: string | undefined): readonly OwnChange[] {
  return changes.filter((change) => change.userId === userId)
}

/** The last change of many bugs from this window, and after which of the others it was made. */
let ofMany: { readonly bulkId: string; readonly after: OwnChange | undefined; readonly undo: () => void } | undefined

/** Remembers a change of many bugs. @param undo takes it back */
export function rememberMany(bulkId: string, undo: () => void): void {
  ofMany = { bulkId, after: changes.at(-1), undo }
  keep(changes)
}

/** Forgets a change of many bugs that was taken back. */
export function forgetMany(bulkId: string): void {
  if (ofMany?.bulkId === bulkId) ofMany = undefined
  keep(changes)
}

/** Returns what takes back a change of many bugs, where that is the last change of the reader that stands. */
export function useUndoOfMany(): (() => void) | undefined {
  return useSyncExternalStore(subscribe, () => (ofMany?.after === changes.at(-1) ? ofMany?.undo : undefined))
}

/** Toasts about own changes replace one another: only the last one can be meant by its Undo. */
export const ownChangeToast = 'own change'

/** A title among words of ours, whose direction may be another one. */
export function isolated(title: string): string {
  return `\u2068${title}\u2069`
}

function keep(next: readonly OwnChange[]): void {
  changes = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The versions that the reader's own changes have made, of those that follow one another sooner than the page is read. */
const madeVersions = new Map<string, number>()

/** What is changed by the same call is judged together. */
const placeOf = ({ bugId, name }: Pick<OwnFact, 'bugId' | 'name'>) => `${bugId} ${bugFields[name].route ?? name}`

/** Remembers the version of a bug that an own change of a fact has made. */
export function noteVersion(change: Pick<OwnFact, 'bugId' | 'name'>, version: number): void {
  madeVersions.set(placeOf(change), version)
}

/** Returns the version that a change begins from: the one that was seen, or a later one of the reader's own. */
export function versionFrom(change: Pick<OwnFact, 'bugId' | 'name'>, seen: number): number {
  return Math.max(seen, madeVersions.get(placeOf(change)) ?? 0)
}
