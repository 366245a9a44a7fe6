import { IconMessageCircleOff } from '@tabler/icons-react'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { Button } from '#web/ui/controls/button.tsx'

/** Replaces a conversation that was deleted. */
export function ConversationGone({ onClose }: { onClose: () => void }) {
  return (
    <section className="inbox-nothing" aria-label="Conversation">
      <EmptyState
        icon={<IconMessageCircleOff size={28} />}
        title="This conversation is not there any more"
        action={
          <Button size="xs" variant="default" onClick={onClose}>
            Back to the list
          </Button>
        }
      >
        Somebody has deleted it, or the link is not whole.
      </EmptyState>
    </section>
  )
}
