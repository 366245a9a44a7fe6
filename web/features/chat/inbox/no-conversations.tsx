import { IconMessageCircleOff, IconSearchOff } from '@tabler/icons-react'
import type { InboxView } from '#shared/chat/words.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { defaultView, type InboxSearch } from '../inbox-search.ts'

const words: Readonly<Record<InboxView, { title: string; next: string }>> = {
  unassigned: {
    title: 'No unassigned conversations',
    next: 'When a visitor writes, the conversation stands here until somebody takes it.',
  },
  mine: { title: 'Nothing is yours', next: 'Take a conversation, or answer one, and it stands here.' },
  all: { title: 'No open conversations', next: 'Visitors reach you by the button in the corner of every page.' },
  closed: { title: 'No closed conversations', next: 'Close a conversation when all has been said.' },
}

/** Shows that a view of the inbox is empty. */
export function NoConversations({ search, onShow }: { search: InboxSearch; onShow: (search: InboxSearch) => void }) {
  const { keywords: _dropped, ...rest } = search
  const view = search.view ?? defaultView
  if (search.keywords !== undefined) {
    return (
      <EmptyState
        icon={<IconSearchOff size={28} />}
        title="Nothing matches"
        action={
          <>
            <Button size="xs" variant="default" onClick={() => onShow(rest)}>
              Clear the search
            </Button>
            {view !== 'all' && (
              <Button size="xs" variant="default" onClick={() => onShow({ ...search, view: 'all' })}>
                Search all open ones
              </Button>
            )}
          </>
        }
      >
        No conversation of this view has all of these words.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconMessageCircleOff size={28} />}
      title={words[view].title}
      action={
        view !== 'all' && (
          <Button size="xs" variant="default" onClick={() => onShow({ ...rest, view: 'all' })}>
            Show all
          </Button>
        )
      }
    >
      {words[view].next}
    </EmptyState>
  )
}
