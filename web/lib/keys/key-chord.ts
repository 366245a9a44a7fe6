/** The parts of a keyboard event that tell its meaning. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'> &
  Partial<Pick<KeyboardEvent, 'getModifierState'>>

/** On a Mac, commands use Cmd instead of Ctrl. */
export const isMac = /mac|iphone|ipad/i.test(globalThis.navigator?.userAgent ?? '')

/** Keys that only modify others, and dead keys. */
const halves = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process', 'Unidentified'])

/**
 * Returns what was pressed, in the format of `pressesOf`: 'j', '?', 'Ctrl+k', 'Shift+Tab'. Shift counts with letters
 * and named keys; any other character may need it, or AltGr (Option on a Mac), to be typed.
 */
export function chordOf(press: KeyPress, onMac: boolean = isMac): string | undefined {
  if (halves.has(press.key)) return undefined
  const letter = letterOf(press)
  const isThirdLevel = press.getModifierState?.('AltGraph') === true
  // A character of the third level, such as ą, is typed and is not a command.
  if (letter !== undefined && isThirdLevel) return undefined
  const isSymbol = letter === undefined && isCharacter(press.key)
  const isWritten = isSymbol && (isThirdLevel || (onMac && press.altKey && !press.metaKey))
  return written(letter ?? press.key, {
    ctrl: press.ctrlKey && !(isSymbol && isThirdLevel),
    alt: press.altKey && !isWritten,
    shift: press.shiftKey && !isSymbol,
    meta: press.metaKey,
  })
}

/**
 * Returns everything that may be pressed for an action's keys: 'Mod+K', 'g b'. Each result is a sequence of presses.
 * `Mod` is Cmd on a Mac and Ctrl elsewhere; with Enter and other named keys either works.
 */
export function pressesOf(keys: string, onMac: boolean = isMac): readonly (readonly string[])[] {
  return keys
    .split(' ')
    .map((chord) => {
      const parts = partsOf(chord)
      const { name, mods } = parts
      const key = name === 'Space' ? ' ' : /^[A-Z]$/i.test(name) ? name.toLowerCase() : name
      const ways = !mods.has('Mod') ? [''] : isCharacter(key) ? [onMac ? 'Meta' : 'Ctrl'] : ['Ctrl', 'Meta']
      return ways.map((way) =>
        written(key, {
          ctrl: mods.has('Ctrl') || way === 'Ctrl',
          alt: mods.has('Alt'),
          shift: mods.has('Shift'),
          meta: mods.has('Cmd') || way === 'Meta',
        }),
      )
    })
    .reduce<string[][]>((so, chords) => so.flatMap((before) => chords.map((chord) => [...before, chord])), [[]])
}

/** Returns whether a chord is a key without Ctrl, Alt or Cmd, which speech and unsteady hands press by accident. */
export function isSingleKey(chord: string): boolean {
  return !/^(Ctrl|Alt|Meta)\+|\+(Alt|Meta)\+/.test(chord)
}

/** Returns the keys as they are printed on this machine's keyboard; one list for each press. */
export function keyNames(keys: string, onMac: boolean = isMac): readonly (readonly string[])[] {
  return keys.split(' ').map((chord) => {
    const { name, mods } = partsOf(chord)
    const modifiers = [...mods].map((mod) => (onMac ? macModifiers[mod] : mod === 'Mod' ? 'Ctrl' : mod) ?? mod)
    const print = keyPrints[name] ?? (mods.size > 0 && name.length === 1 ? name.toUpperCase() : name)
    return [...modifiers, print]
  })
}

const macModifiers: Readonly<Record<string, string>> = { Mod: '⌘', Cmd: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧' }
const keyPrints: Readonly<Record<string, string>> = {
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** Splits a chord at its plus signs; the last plus may be the key itself. */
function partsOf(chord: string): { name: string; mods: ReadonlySet<string> } {
  const parts = chord.split(/\+(?=.)/)
  return { name: parts.at(-1) ?? '', mods: new Set(parts.slice(0, -1)) }
}

/** Returns the letter on the key; for a keyboard of another alphabet, the one in its place on a Latin one. */
function letterOf({ key, code }: KeyPress): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return /^[^ -~]$/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() : undefined
}

function isCharacter(key: string): boolean {
  return [...key].length === 1
}

function written(key: string, held: { ctrl: boolean; alt: boolean; shift: boolean; meta: boolean }): string {
  const { ctrl, alt, shift, meta } = held
  return `${ctrl ? 'Ctrl+' : ''}${alt ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${meta ? 'Meta+' : ''}${key}`
}
