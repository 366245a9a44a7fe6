import { IconMessages } from '@tabler/icons-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useAddressSearch } from '#web/lib/lists/use-address-search.ts'
import { paths } from '#web/lib/paths.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { useDocumentTitle } from '#web/ui/page/page.tsx'
import { type InboxSearch, parseInboxSearch } from '../inbox-search.ts'
import { InboxConversation } from './inbox-conversation.tsx'
import { InboxList } from './inbox-list.tsx'
import './inbox-page.css'

/**
 * Shows where staff answer visitors: the list beside the open conversation, or one of the two where there is no room.
 */
export function InboxPage() {
  const { search, show, open, close } = useInboxSearch()
  const isWide = useMediaQuery('(min-width: 960px)')
  const { conversation } = search
  const place = useTopEdge('--inbox-top')
  useDocumentTitle('Inbox')
  return (
    <div ref={place} className="inbox" data-open={conversation !== undefined || undefined}>
      {(isWide || conversation === undefined) && <InboxList search={search} onShow={show} onOpen={open} />}
      {conversation === undefined ? (
        isWide && <NothingOpen />
      ) : (
        <InboxConversation key={conversation} conversationId={conversation} isAlone={!isWide} onClose={close} />
      )}
    </div>
  )
}

/** Shows a placeholder for the conversation. */
function NothingOpen() {
  return (
    <section className="inbox-nothing" aria-label="Conversation">
      <IconMessages size={32} aria-hidden />
      <p>Choose a conversation to read and answer it.</p>
    </section>
  )
}

/** Sets a CSS variable of an element to its distance from the top of the page. */
function useTopEdge(variable: `--${string}`): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const measure = () => {
      const element = place.current
      if (element) element.style.setProperty(variable, `${element.getBoundingClientRect().top + window.scrollY}px`)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [variable])
  return place
}

/** Returns the inbox's search, which is stored in its address, and the functions to change it. */
function useInboxSearch() {
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
