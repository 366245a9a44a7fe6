import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { Action } from './action.ts'
import { conflictsAmong } from './key-conflicts.ts'
import { keyListener } from './key-listener.ts'
import { shortcutsAreOn } from './use-shortcuts.ts'

export { actionGroups, keysOf, obeysSwitch, type Action, type ActionGroup } from './action.ts'
export { useShortcuts } from './use-shortcuts.ts'

interface Mounted {
  /** Those that are enabled. */
  readonly actions: readonly Action[]
  /** What of them is shown to people. A new function of the same action is not. */
  readonly shape: string
}

/** In the order of mounting. */
const mounted = new Map<symbol, Mounted>()
const listeners = new Set<() => void>()
/** Undefined since they changed. */
let offered: readonly Action[] | undefined

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
  return useSyncExternalStore(subscribe, () => (offered ??= offer()))
}

function put(key: symbol, all: readonly Action[] | undefined): void {
  const actions = all?.filter(({ isEnabled }) => isEnabled !== false)
  const shape = JSON.stringify(actions?.map(({ within: _within, ...shown }) => shown))
  const isSame = mounted.get(key)?.shape === shape
  if (mounted.size === 0) document.addEventListener('keydown', onKeyDown)
  if (actions) mounted.set(key, { actions, shape })
  else mounted.delete(key)
  if (mounted.size === 0) document.removeEventListener('keydown', onKeyDown)
  if (isSame) return
  offered = undefined
  for (const listener of listeners) listener()
  if (import.meta.env.DEV) complainSoon()
}

const enabled = () => [...mounted.values()].flatMap(({ actions }) => actions)

function offer(): readonly Action[] {
  return [...mounted].flatMap(([key, { actions }]) =>
    actions.map((action, index) => ({
      ...action,
      run: () => {
        const latest = mounted.get(key)?.actions[index]
        return latest?.id === action.id ? latest.run() : false
      },
    })),
  )
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
