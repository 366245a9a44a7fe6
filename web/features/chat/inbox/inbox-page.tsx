import { useMediaQuery } from '@mantine/hooks'
import { IconMessages } from '@tabler/icons-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useAddressSearch } from '#web/lib/lists/use-address-search.ts'
import { paths } from '#web/lib/paths.ts'
import { useDocumentTitle } from '#web/ui/page/page.tsx'
import { type InboxSearch, parseInboxSearch } from '../inbox-search.ts'
import { InboxConversation } from './inbox-conversation.tsx'
import { InboxList } from './inbox-list.tsx'
import './inbox-page.css'

/** Where staff answer visitors: the list beside the open conversation, or one of the two where there is no room. */
export function InboxPage() {
  const { search, show, open, close } = useInboxSearch()
  const isWide = useMediaQuery('(min-width: 960px)', true, { getInitialValueInEffect: false })
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

/** Stands where the conversation will be. */
function NothingOpen() {
  return (
    <section className="inbox-nothing" aria-label="Conversation">
      <IconMessages size={32} aria-hidden />
      <p>Choose a conversation to read and answer it.</p>
    </section>
  )
}

/** Keeps a CSS variable of an element true to how far below the page's beginning it begins. */
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

/** The inbox's search, which lives in its address, and the ways to change it. */
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
