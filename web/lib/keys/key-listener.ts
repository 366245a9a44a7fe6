import { type Action, keysOf, obeysSwitch } from './action.ts'
import { isReachable, noteLetter } from './key-reach.ts'
import { chordOf, isSingleKey, pressesOf } from './key-chord.ts'

/** Milliseconds within which the next key of a sequence must follow. */
export const sequencePause = 1_000

/**
 * Handles all pressed keys of the page: runs the matching action, and remembers the beginning of a sequence. An action
 * of the focused element precedes others, a later one an earlier one.
 * @param actions the enabled ones, the most recently mounted first
 */
export function keyListener(actions: () => readonly Action[], singleKeysAreOn: () => boolean) {
  let begun: readonly string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Returns whether the key was for an action, or begins or continues a sequence. */
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
    // 229 is all that Safari reports for a key that selects a character.
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return
    const chord = chordOf(event)
    if (chord === undefined) return
    const before = begun
    begun = []
    clearTimeout(timer)
    const isTaken = take([...before, chord], event)
    // A letter that doesn't continue the sequence was meant to, so it must not trigger another action.
    const isStray = before.length > 0 && isSingleKey(chord) && chord.length === 1
    if (isTaken || (before.length > 0 && !isStray && take([chord], event))) event.preventDefault()
    else noteLetter(event.composedPath()[0] ?? event.target, chord)
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
