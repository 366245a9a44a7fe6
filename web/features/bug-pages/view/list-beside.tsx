import type { ComponentProps } from 'react'
import { lazyPart } from '#web/ui/late/lazy-part.tsx'
import type { BugListPage } from '../list/bug-list-page.tsx'

type List = typeof BugListPage

let loaded: List | undefined

export async function loadListBeside(): Promise<List> {
  const { BugListPage } = await import('../list/bug-list-page.tsx')
  loaded = BugListPage
  return BugListPage
}

/** The list of bugs with the page of one of them beside it. */
export const ListBeside = lazyPart<ComponentProps<List>>(loadListBeside, () => loaded)
