import type { Ref } from 'react'
import { useDraft } from '#web/lib/drafts/use-draft.ts'
import { messages } from '#web/lib/messages.ts'
import { DraftRestored } from '#web/ui/notices/draft-restored.tsx'
import { Composer } from './composer.tsx'
import { useAddNote } from './use-notes.ts'

/** Shows the field for a note that staff alone read. Its text is kept apart from that of an answer. */
export function NoteComposer({ conversationId, ref }: { conversationId: string; ref: Ref<HTMLTextAreaElement> }) {
  const [text, setText, { isRestored }] = useDraft(`note on chat ${conversationId}`)
  const { add, isPending } = useAddNote(conversationId, () => setText(''))
  return (
    <Composer
      ref={ref}
      text={text}
      onText={setText}
      onSend={add}
      label="Note"
      sends={isPending ? messages.chat.noteOnItsWay : messages.chat.addNote}
      placeholder="Write a note that only the team reads"
      notice={<DraftRestored isShown={isRestored} onDiscard={() => setText('')} />}
    />
  )
}
