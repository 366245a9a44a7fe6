import type { ReactNode, RefObject } from 'react'

/** What a menu offers: a link, or something to run. */
export interface MenuEntry {
  readonly key: string
  readonly icon?: ReactNode
  readonly words: ReactNode
  /** The screen that it leads to. */
  readonly to?: string | undefined
  readonly onRun?: (() => void) | undefined
}

/** The button that opens a popup, or a place without an element, such as a caret. */
export type Anchor = RefObject<
  HTMLElement | { getBoundingClientRect: () => DOMRect; contextElement?: Element | undefined } | null
>

interface Placed {
  readonly side?: 'top' | 'bottom' | undefined
  readonly align?: 'start' | 'end' | undefined
  readonly className?: string | undefined
  readonly onClose: () => void
}

export interface MenuProps extends Placed {
  readonly id: string
  readonly label: string
  /** Gets the focus back. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly entries: readonly MenuEntry[]
  /** Returns the distance from its button, in pixels. */
  readonly sideOffset?: () => number
}

export interface PopoverProps extends Placed {
  readonly id?: string
  readonly 'aria-label'?: string
  readonly role?: 'dialog' | 'listbox' | undefined
  /** A button gets the focus back. */
  readonly anchor: Anchor
  /** Gets it in place of that. */
  readonly returnTo?: HTMLElement | null | undefined
  /** The first control of it when missing; false leaves the focus where it is. */
  readonly initialFocus?: RefObject<HTMLElement | null> | false | undefined
  readonly children: ReactNode
}

export interface ModalProps {
  readonly role?: 'dialog' | 'alertdialog' | undefined
  readonly 'aria-label'?: string | undefined
  readonly 'aria-labelledby'?: string | undefined
  readonly 'aria-describedby'?: string | undefined
  readonly 'data-width'?: string | undefined
  readonly className: string
  /** The first control of it when missing. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Whether a press beside it closes it. */
  readonly closesOutside?: boolean | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

export interface PickerItem {
  readonly key: string
  readonly icon?: ReactNode
  readonly words: string
  /** Quietly at the end of the row. */
  readonly hint?: string | undefined
  /** It is as the record is now. */
  readonly isCurrent?: boolean | undefined
  /** It is one of several that are chosen. */
  readonly isChosen?: boolean | undefined
  /** What chooses it at once while nothing is typed, shown at the end of the row. */
  readonly digit?: string | undefined
}

export interface PickerGroup {
  readonly name: string
  readonly items: readonly PickerItem[]
}

export interface PickerProps {
  readonly id: string
  readonly label: string
  readonly anchor: RefObject<HTMLElement | null>
  /** Gets the focus back in place of the button. */
  readonly returnTo?: HTMLElement | null | undefined
  /** What is typed, and narrows the list. */
  readonly words: string
  readonly onWords: (words: string) => void
  /** Without those that have no items. */
  readonly groups: readonly PickerGroup[]
  /** Why the list is empty, or that it is on its way. */
  readonly status?: string | undefined
  /** Further items are on their way: Enter before any has come takes the first that does. */
  readonly isSearching?: boolean | undefined
  /** Its items are titles instead of a word or a name. */
  readonly isWide?: boolean | undefined
  /** All that there is to choose is in sight. */
  readonly hasFew?: boolean | undefined
  /** Its items will show digits: one that is pressed while they are on their way chooses once they have come. */
  readonly hasDigits?: boolean | undefined
  /** Several are chosen before it closes: what is typed next narrows the list anew. */
  readonly takesSeveral?: boolean | undefined
  /** Enter was pressed already, before the picker was there. */
  readonly isSent?: boolean | undefined
  /** A digit was, alone. */
  readonly digit?: string | undefined
  readonly onPick: (key: string) => void
  readonly onClose: () => void
}
