import type { RefObject } from 'react'
import { isSingleKey, pressesOf } from './key-chord.ts'

/** In the order in which they are shown. */
export const actionGroups = ['This bug', 'List', 'Conversation', 'Form', 'Writing', 'Go to', 'Everywhere'] as const
export type ActionGroup = (typeof actionGroups)[number]

/** Something that can be done on the page as it is now: by keys, from the palette, or both. */
export interface Action {
  /** 'bug.close' */
  readonly id: string
  /** 'Close this bug', as the palette and the list of shortcuts show it. */
  readonly label: string
  readonly group: ActionGroup
  /** 'j', '?', ']', 'Mod+K', 'Mod+Enter', 'g b' (one after the other). Several: ['j', 'ArrowDown']. Absent: palette only. */
  readonly keys?: string | readonly string[]
  /** Answers false when there was nothing to do, and the key means what it usually does. */
  readonly run: () => void | boolean
  /** False: not offered, and its keys do nothing. */
  readonly isEnabled?: boolean
  /** Default true; false for what makes no sense from there, such as moving in a list by j and k. */
  readonly inPalette?: boolean
  /** Its keys work in fields too. Default false; combinations with Mod set it. */
  readonly whileTyping?: boolean
  /**
   * Its keys work only while the focus is inside, also in a dialog, and before any other action with the same keys.
   * They stay when single keys are switched off.
   */
  readonly within?: RefObject<HTMLElement | null>
  /** Where `run` leads, from the root of the site, so that it can be opened in another tab. */
  readonly href?: string
  /** Its keys work in menus and beside the open chat too, but never under a modal dialog. Default false. */
  readonly inPopups?: boolean
  /** A key that is held down runs it again and again. Default false. */
  readonly repeats?: boolean
}

/** The ways to call an action by keys; empty when there is none. */
export function keysOf({ keys }: Pick<Action, 'keys'>): readonly string[] {
  return keys === undefined ? [] : typeof keys === 'string' ? [keys] : keys
}

/** Whether keys obey the switch of single keys: those of one place, which has to have the focus, don't. */
export function obeysSwitch({ within }: Pick<Action, 'within'>, keys: string): boolean {
  return within === undefined && pressesOf(keys).some((presses) => presses.some(isSingleKey))
}
