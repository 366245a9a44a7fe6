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
 * Offers actions while the component is mounted; they may change at each render. Only this hook gives keys to the page,
 * except for a widget's own keys (a menu's arrows, a dialog's Escape).
 */
export function useActions(actions: readonly Action[]): void {
  const [key] = useState(() => Symbol('actions'))
  useLayoutEffect(() => put(key, actions))
  useLayoutEffect(() => () => put(key, undefined), [key])
}

/** Returns all actions of this page, the most recently mounted last. Running one uses its latest function. */
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

/** Notifies the readers when the offered actions change. A new function of the same action doesn't count. */
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

/** Reports two actions with the same key during development. */
function complainSoon(): void {
  clearTimeout(complaint)
  // Delayed, because a screen is removed in several steps while the next one mounts.
  complaint = setTimeout(() => {
    const [conflict] = conflictsAmong(enabled())
    if (conflict) throw new Error(`The key ${conflict.keys} has two actions: ${conflict.ids.join(' and ')}.`)
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
