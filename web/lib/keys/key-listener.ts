import { type Action, keysOf, obeysSwitch } from './action.ts'
import { isReachable } from './key-reach.ts'
import { chordOf, isSingleKey, pressesOf } from './key-chord.ts'

/** Milliseconds in which the next key of a sequence has to follow. */
export const sequencePause = 1_000

/**
 * What one listener for the whole page does with a pressed key: runs the action that has it, and remembers the beginning
 * of a sequence. An action of the place that has the focus goes before others, a later one before an earlier.
 * @param actions the enabled ones, the most recently mounted first
 */
export function keyListener(actions: () => readonly Action[], singleKeysAreOn: () => boolean) {
  let begun: readonly string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  /** True when the key was for an action, or begins or continues a sequence. */
  function take(presses: readonly string[], event: KeyboardEvent): boolean {
    const target = event.composedPath()[0] ?? event.target
    const chord = presses.at(-1) ?? ''
    let isBeginning = false
    for (const action of placedFirst(actions())) {
      const match = matchOf(action, presses, singleKeysAreOn())
      if (match === 'none' || !isReachable(action, target, chord)) continue
      if (match === 'beginning') isBeginning = true
      else if ((event.repeat && action.repeats !== true) || action.run() !== false) return true
    }
    if (!isBeginning) return false
    begun = presses
    timer = setTimeout(() => (begun = []), sequencePause)
    return true
  }

  return (event: KeyboardEvent): void => {
    // 229 is all that Safari says of a key that chooses a character.
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return
    const chord = chordOf(event)
    if (chord === undefined) return
    const before = begun
    begun = []
    clearTimeout(timer)
    const isTaken = take([...before, chord], event)
    // A letter that continues nothing was meant to: alone it must not do something else.
    const isStray = before.length > 0 && isSingleKey(chord) && chord.length === 1
    if (isTaken || (before.length > 0 && !isStray && take([chord], event))) event.preventDefault()
  }
}

function placedFirst(actions: readonly Action[]): readonly Action[] {
  return [...actions.filter(({ within }) => within), ...actions.filter(({ within }) => !within)]
}

function matchOf(action: Action, presses: readonly string[], singleKeysAreOn: boolean): 'whole' | 'beginning' | 'none' {
  const ways = keysOf(action)
    .filter((keys) => singleKeysAreOn || !obeysSwitch(action, keys))
    .flatMap((keys) => pressesOf(keys))
  const fitting = ways.filter((way) => presses.every((press, index) => way[index] === press))
  if (fitting.some((way) => way.length === presses.length)) return 'whole'
  return fitting.length > 0 ? 'beginning' : 'none'
}
