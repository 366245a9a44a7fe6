import { type Action, keysOf } from './action.ts'
import { pressesOf } from './key-chord.ts'

export interface KeyConflict {
  readonly keys: string
  readonly ids: readonly [string, string]
}

/**
 * Returns actions with the same keys in the same place, or with keys that begin with the whole of the other's. The same
 * action may be offered twice, by a list and by the page of a bug beside it.
 */
export function conflictsAmong(actions: readonly Action[]): readonly KeyConflict[] {
  const ways = actions.flatMap((action) =>
    keysOf(action).flatMap((keys) => pressesOf(keys).map((presses) => ({ action, keys, presses }))),
  )
  return ways.flatMap((one, index) =>
    ways
      .slice(index + 1)
      .filter(({ action }) => action.id !== one.action.id && action.within === one.action.within)
      .filter((other) => beginsWith(one.presses, other.presses) || beginsWith(other.presses, one.presses))
      .map((other): KeyConflict => ({ keys: one.keys, ids: [one.action.id, other.action.id] })),
  )
}

function beginsWith(presses: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((press, index) => presses[index] === press)
}
