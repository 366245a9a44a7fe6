import { paths } from '#web/lib/paths.ts'
import { useAddressSearch } from '#web/lib/lists/use-address-search.ts'
import { type InboxSearch, parseInboxSearch } from '../inbox-search.ts'

/** The inbox's search, which lives in its address, and the ways to change it. */
export function useInboxSearch() {
  const { search, show } = useAddressSearch(paths.chat, parseInboxSearch)
  return {
    search,
    show,
    open: (conversation: string) => show({ ...search, conversation }),
    close: () => {
      const { conversation: _left, ...list } = search
      show(list satisfies InboxSearch)
    },
  }
}
