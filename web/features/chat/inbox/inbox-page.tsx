import { useMediaQuery } from '@mantine/hooks'
import { useDocumentTitle } from '#web/ui/page/page.tsx'
import { InboxConversation } from './inbox-conversation.tsx'
import { InboxList } from './inbox-list.tsx'
import { NothingOpen } from './nothing-open.tsx'
import { useTopEdge } from './use-top-edge.ts'
import { useInboxSearch } from './use-inbox-search.ts'
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
