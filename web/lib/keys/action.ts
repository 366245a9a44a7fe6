import type { RefObject } from 'react'
import { isSingleKey, pressesOf } from './key-chord.ts'

/** In the order in which they are shown. */
export const actionGroups = ['This bug', 'List', 'Conversation', 'Form', 'Writing', 'Go to', 'Everywhere'] as const
export type ActionGroup = (typeof actionGroups)[number]

/** An action on the page in its present state: by keys, from the palette, or both. */
export interface Action {
  /** 'bug.close' */
  readonly id: string
  /** 'Close this bug', as the palette and the list of shortcuts show it. */
  readonly label: string
  readonly group: ActionGroup
  /**
   * 'j', '?', ']', 'Mod+K', 'Mod+Enter', 'g b' (one after the other). Several: ['j', 'ArrowDown']. Absent: palette
   * only.
   */
  readonly keys?: string | readonly string[]
  /** Runs the action. Returns false when there was nothing to do, and the key then has its usual effect. */
  readonly run: () => void | boolean
  /** False: not offered, and its keys do nothing. */
  readonly isEnabled?: boolean
  /** Default true; false for what makes no sense there, such as moving in a list by j and k. */
  readonly inPalette?: boolean
  /** Whether its keys work in fields too. Default false; combinations with Mod set it. */
  readonly whileTyping?: boolean
  /**
   * Its keys work only while the focus is inside, also in a dialog, and before any other action with the same keys.
   * They stay active when single keys are switched off.
   */
  readonly within?: RefObject<HTMLElement | null>
  /** Where `run` navigates to, from the root of the site, so that it can be opened in another tab. */
  readonly href?: string
  /** Whether its keys work in menus and beside the open chat too, but never under a modal dialog. Default false. */
  readonly inPopups?: boolean
  /** Whether holding the key down runs it repeatedly. Default false. */
  readonly repeats?: boolean
}

/** Returns the keys of an action; empty when there are none. */
export function keysOf({ keys }: Pick<Action, 'keys'>): readonly string[] {
  return keys === undefined ? [] : typeof keys === 'string' ? [keys] : keys
}

/** Returns whether keys obey the switch for single keys: those of one element, which must have the focus, don't. */
export function obeysSwitch({ within }: Pick<Action, 'within'>, keys: string): boolean {
  return within === undefined && pressesOf(keys).some((presses) => presses.some(isSingleKey))
}
