import type { BugListItem, BugMatch } from '#shared/bugs/contract.ts'
import type { FuzzyMatch } from './fuzzy.ts'

/** A row of the palette. */
export interface PaletteItem {
  /** The same for the same thing, however the rows around it change. */
  readonly key: string
  readonly kind: 'action' | 'place' | 'recent' | 'bug' | 'search'
  readonly label: string
  /** Matching parts of the label. */
  readonly marks?: FuzzyMatch['marks']
  readonly keys?: readonly string[]
  /** The bug that it opens. */
  readonly bugId?: string
  readonly bugKey?: string
  readonly status?: BugListItem['status']
  /** Another place of the words in the bug. */
  readonly snippet?: Pick<BugMatch, 'text' | 'marks'>
  readonly href?: string
  readonly run: () => void
}

export interface PaletteGroup {
  readonly name: string
  readonly items: readonly PaletteItem[]
}
