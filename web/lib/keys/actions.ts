import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { Action } from './action.ts'
import { conflictsAmong } from './key-conflicts.ts'
import { keyListener } from './key-listener.ts'
import { shortcutsAreOn } from './use-shortcuts.ts'

export { actionGroups, keysOf, obeysSwitch, type Action, type ActionGroup } from './action.ts'
export { useShortcuts } from './use-shortcuts.ts'

/** In the order of mounting. */
const mounted = new Map<symbol, readonly Action[]>()
const listeners = new Set<() => void>()
let offered: readonly Action[] = []
let shapes = ''

const onKeyDown = keyListener(() => enabled().toReversed(), shortcutsAreOn)

/**
 * What can be done here, for as long as the component is mounted; the actions may be others at each render. This and
 * nothing else gives keys to the page: only a widget's own inner keyboard (a menu's arrows, a dialog's Escape) is
 * the widget's.
 */
export function useActions(actions: readonly Action[]): void {
  const [key] = useState(() => Symbol('actions'))
  useLayoutEffect(() => put(key, actions))
  useLayoutEffect(() => () => put(key, undefined), [key])
}

/** Everything that can be done on this page now, the most recently mounted last. Running one runs what it is by then. */
export function useOfferedActions(): readonly Action[] {
  return useSyncExternalStore(subscribe, () => offered)
}

function put(key: symbol, actions: readonly Action[] | undefined): void {
  if (mounted.size === 0) document.addEventListener('keydown', onKeyDown)
  if (actions) mounted.set(key, actions)
  else mounted.delete(key)
  if (mounted.size === 0) document.removeEventListener('keydown', onKeyDown)
  offer()
}

function enabled(): readonly Action[] {
  return [...mounted.values()].flat().filter(({ isEnabled }) => isEnabled !== false)
}

/** Tells the readers when something else is offered; what an action runs changes at each render and concerns nobody. */
function offer(): void {
  const now = [...mounted].flatMap(([key, actions]) =>
    actions.flatMap((action, index) =>
      action.isEnabled === false
        ? []
        : [
            {
              ...action,
              run: () => (mounted.get(key)?.[index]?.id === action.id ? mounted.get(key)?.[index]?.run() : false),
            },
          ],
    ),
  )
  const nowShapes = JSON.stringify(now.map(({ within: _within, ...shape }) => shape))
  if (nowShapes === shapes) return
  shapes = nowShapes
  offered = now
  for (const listener of listeners) listener()
  if (import.meta.env.DEV) complainSoon()
}

let complaint: ReturnType<typeof setTimeout> | undefined

/** While the program is being developed: two actions that want the same key are a mistake, and found at once. */
function complainSoon(): void {
  clearTimeout(complaint)
  // Later, because one screen goes in several steps while the next one comes.
  complaint = setTimeout(() => {
    const [conflict] = conflictsAmong(enabled())
    if (conflict) throw new Error(`The key ${conflict.keys} has two actions: ${conflict.ids.join(' and ')}.`)
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
