import { IconMailForward } from '@tabler/icons-react'
import { useState } from 'react'
import { useSite } from '#web/lib/session/site.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import type { Channel } from '../channel/channel.ts'
import type { Thread } from '../channel/thread.ts'

/** Has a visitor's conversation mailed to them, once there is one and an address for it. */
export function TranscriptButton({ channel, thread }: { channel: Channel; thread: Thread }) {
  const { sendsMail } = useSite()
  const [isPending, setIsPending] = useState(false)
  if (!sendsMail || thread.conversationId === undefined || !thread.canBeReached) return null

  async function ask() {
    setIsPending(true)
    try {
      await channel.askForTranscript()
      toastSuccess('This conversation is on its way to your address')
    } catch (failure) {
      toastFailure(failure instanceof Error ? failure.message : 'It could not be mailed.', undefined)
    } finally {
      setIsPending(false)
    }
  }
  const words = 'Mail me this conversation'
  return (
    <IconButton
      size={32}
      aria-label={words}
      title={words}
      aria-disabled={isPending || undefined}
      onClick={() => isPending || void ask()}
    >
      <IconMailForward size={18} aria-hidden />
    </IconButton>
  )
}
