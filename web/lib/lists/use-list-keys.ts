import type { RefObject } from 'react'
import { useActions } from '#web/lib/keys/actions.ts'

/** The elements between which a list's keys move. */
interface Items {
  /** Selector of the focusable element of each item. */
  readonly stop: string
  /** Selector of the whole item around it; by default the focusable element itself. */
  readonly item?: string
  /** Selector of items that a key passes by on the way forth, because they are done with. */
  readonly passed?: string
}

/**
 * Adds a list's keys: j and k or the arrows move between its items, / goes to the keywords. The arrows scroll as usual
 * until an item has the focus.
 * @param record what the list contains, such as "bug"
 * @param turn goes to the next or previous page when a key moves past the end; returns false when there is none
 * @param letters what j and k do: move the focus, also open what has it then, or nothing, where they are something else's
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  keywords: RefObject<HTMLInputElement | null>,
  items: Items,
  record: string,
  turn?: (step: 1 | -1) => boolean,
  letters: 'focus' | 'open' | 'nothing' = 'focus',
): void {
  const go = (step: 1 | -1) => move(list.current, items, step, turn)
  const goByLetter = (step: 1 | -1) => {
    const hasMoved = go(step)
    const { stops, current } = placeIn(list.current, items)
    if (letters === 'open') stops[current]?.click()
    return hasMoved
  }
  const isEnabled = letters !== 'nothing'
  const forth = { label: `Next ${record}`, group: 'List', inPalette: false, repeats: true } as const
  const back = { ...forth, label: `Previous ${record}` } as const
  useActions([
    { ...forth, id: 'list.next', keys: 'j', isEnabled, run: () => goByLetter(1) },
    {
      ...forth,
      id: 'list.down',
      keys: 'ArrowDown',
      run: () => has(list.current, items) && go(1),
    },
    { ...back, id: 'list.previous', keys: 'k', isEnabled, run: () => goByLetter(-1) },
    { ...back, id: 'list.up', keys: 'ArrowUp', run: () => has(list.current, items) && go(-1) },
    {
      id: 'list.open',
      label: `Open the ${record}`,
      group: 'List',
      keys: 'Enter',
      inPalette: false,
      run: () => {
        const { stops, current } = placeIn(list.current, items)
        stops[current]?.click()
        return current !== -1
      },
    },
    {
      id: 'list.keywords',
      label: 'Search by words',
      group: 'List',
      keys: '/',
      run: () => {
        keywords.current?.focus()
        keywords.current?.select()
        return keywords.current !== null
      },
    },
  ])
}

/** Returns the index of the focused item; -1 without one. */
function placeIn(list: HTMLElement | null, { stop, item = stop }: Items) {
  const stops = [...(list?.querySelectorAll<HTMLElement>(stop) ?? [])]
  const focused = document.activeElement?.closest(item)
  return { stops, current: focused ? stops.findIndex((one) => focused.contains(one)) : -1 }
}

function has(list: HTMLElement | null, items: Items): boolean {
  return placeIn(list, items).current !== -1
}

/** Moves the focus, from the selected item when none has it; returns false for an empty list. */
function move(
  list: HTMLElement | null,
  items: Items,
  step: 1 | -1,
  turn: ((step: 1 | -1) => boolean) | undefined,
): boolean {
  const { stops, current } = placeIn(list, items)
  const from = current === -1 ? stops.findIndex((one) => one.hasAttribute('aria-current')) : current
  const isPassed = (one: Element | undefined) => items.passed !== undefined && one?.closest(items.passed)
  let next = from === -1 ? 0 : from + step
  while (step === 1 && isPassed(stops[next])) next++
  if (from !== -1 && !stops[next] && turn?.(step)) return true
  // Nothing but what is done with follows.
  if (!stops[next] && isPassed(stops[next - step])) return true
  stops[Math.min(Math.max(next, 0), stops.length - 1)]?.focus()
  return stops.length > 0
}
