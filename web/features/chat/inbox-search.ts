import { type InboxView, inboxViews } from '#shared/chat/words.ts'
import { maxKeywordsLength, maxPageNumber } from '#shared/http/page.ts'
import { compact, oneOf, textIn, wholeNumberIn } from '#web/lib/lists/list-search.ts'

/** The view of an address without one. */
export const defaultView = 'unassigned' satisfies InboxView

/** Longest id of a conversation; longer ones are invalid. */
const maxIdLength = 40

/** The parameters in the address of the inbox. Default values are absent. */
export interface InboxSearch {
  readonly view?: Exclude<InboxView, typeof defaultView>
  readonly keywords?: string
  readonly pageNumber?: number
  /** Id of the open conversation. */
  readonly conversation?: string
}

/** Parses the address. Invalid values are dropped. */
export function parseInboxSearch(search: Readonly<Record<string, unknown>>): InboxSearch {
  const view = oneOf(search['view'], inboxViews)
  const pageNumber = wholeNumberIn(search['pageNumber'], 1, maxPageNumber)
  return compact({
    view: view === defaultView ? undefined : view,
    keywords: textIn(search['keywords'], maxKeywordsLength),
    pageNumber: pageNumber === 1 ? undefined : pageNumber,
    conversation: textIn(search['conversation'], maxIdLength),
  })
}
