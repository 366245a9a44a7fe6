import type { Action } from './action.ts'

const notTyping = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image', 'color'].map(
  (type) => `[type="${type}"]`,
)

/** Elements where characters are typed or select something. */
const fields = [
  `input:not(${notTyping.join(', ')})`,
  'textarea',
  '[contenteditable]:not([contenteditable="false"])',
  '[role="textbox"]',
  '[role="searchbox"]',
  '[role="combobox"]',
  '[role="spinbutton"]',
  '[role="slider"]',
].join(', ')

/** Elements with keys of their own while they are open. */
const popups =
  '[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"], dialog, [aria-haspopup][aria-expanded="true"]'

const modals = 'dialog[open], [aria-modal="true"]'

/** Elements that Enter and Space press. */
const pressable = 'a[href], button, summary, [role="button"], [role="tab"], [role="menuitem"], [role="option"]'

/** Returns whether somebody writes a text there, or has something open. */
export function isAtWork(place: Element | null): boolean {
  return Boolean(place?.closest(`${fields}, select, ${popups}, ${modals}`))
}

/** Returns whether an action's keys apply when they are pressed there. */
export function isReachable(action: Action, target: EventTarget | null, chord: string): boolean {
  const place = target instanceof Element ? target : document.body
  if (!action.whileTyping && (place.closest(fields) || selects(place, chord))) return false
  if ((chord === 'Enter' || chord === ' ') && place.closest(pressable)) return false
  const popup = place.closest(popups)
  if (action.within) {
    const area = action.within.current
    return area !== null && area.contains(place) && !(popup && popup !== area && area.contains(popup))
  }
  if (document.querySelector(modals)) return false
  return popup === null || action.inPopups === true
}

/** Milliseconds after which letters in a select begin a word anew. */
const wordPause = 1_000
let lastLetter = -Infinity

/**
 * Returns whether a key selects something where it is pressed: arrows and Space do among radio buttons, all do in a select, but
 * characters that none of its words has there.
 */
function selects(place: Element, chord: string): boolean {
  if (place.matches('input[type="radio"]')) return chord === ' ' || chord.startsWith('Arrow')
  const select = place.closest('select')
  if (!select) return false
  const isCharacter = chord.length === 1 && chord !== ' '
  if (!isCharacter || performance.now() - lastLetter < wordPause) return true
  return [...select.options].some(({ text }) => text.toLowerCase().startsWith(chord))
}

/** Remembers a key that no action has taken: in a select the next letters continue its word. */
export function noteLetter(target: EventTarget | null, chord: string): void {
  const isSelect = target instanceof Element && target.closest('select') !== null
  if (isSelect && chord.length === 1 && selects(target, chord)) lastLetter = performance.now()
}
