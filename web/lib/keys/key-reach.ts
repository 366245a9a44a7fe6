import type { Action } from './action.ts'

const notTyping = ['checkbox', 'button', 'submit', 'reset', 'file', 'image', 'color'].map((type) => `[type="${type}"]`)

/** Elements where characters are typed or select something. */
const fields = [
  `input:not(${notTyping.join(', ')})`,
  'textarea',
  'select',
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

/** Returns whether an action's keys apply when they are pressed there. */
export function isReachable(action: Action, target: EventTarget | null, chord: string): boolean {
  const place = target instanceof Element ? target : document.body
  if (!action.whileTyping && place.closest(fields)) return false
  if ((chord === 'Enter' || chord === ' ') && place.closest(pressable)) return false
  const popup = place.closest(popups)
  if (action.within) {
    const area = action.within.current
    return area !== null && area.contains(place) && !(popup && popup !== area && area.contains(popup))
  }
  if (document.querySelector(modals)) return false
  return popup === null || action.inPopups === true
}
