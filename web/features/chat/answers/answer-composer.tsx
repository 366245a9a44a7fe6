import { IconUserCheck } from '@tabler/icons-react'
import { type Ref, useState } from 'react'
import type { Conversation } from '#shared/chat/contract.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useDraft } from '#web/lib/drafts/use-draft.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { DraftRestored } from '#web/ui/notices/draft-restored.tsx'
import { usePopup } from '#web/ui/overlays/use-popup.ts'
import type { Channel } from '../channel/channel.ts'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Composer } from '../conversation/composer.tsx'
import { NoteComposer } from '../conversation/note-composer.tsx'
import { useConversationWrites } from '../use-conversation-writes.ts'
import { AnswersManager } from './answers-manager.tsx'
import { AnswersMenu } from './answers-menu.tsx'
import './answer-composer.css'

/** Shows the field where staff answer a visitor, or where they write a note for one another. */
export function AnswerComposer(props: ComposerProps) {
  const maySeeNotes = useSession().has('canViewInternalComments')
  const [isNote, setIsNote] = useState(false)
  const writesNote = maySeeNotes && isNote
  useActions([
    {
      id: 'conversation.note',
      label: writesNote ? 'Write an answer' : 'Write a note for the team',
      group: 'Conversation',
      isEnabled: maySeeNotes,
      run: () => setIsNote(!isNote),
    },
  ])
  return (
    <div className="answer-composer" data-note={writesNote || undefined}>
      {maySeeNotes && (
        <div className="answer-kind">
          <Segmented
            label="What to write"
            value={writesNote ? 'note' : 'answer'}
            onChange={(kind) => setIsNote(kind === 'note')}
            options={[
              { value: 'answer', words: 'Answer' },
              { value: 'note', words: 'Note' },
            ]}
          />
          {writesNote && <p className="answer-kind-hint">Only the team reads it.</p>}
        </div>
      )}
      {writesNote ? <NoteComposer ref={props.ref} conversationId={props.conversationId} /> : <AnswerField {...props} />}
    </div>
  )
}

interface ComposerProps {
  readonly conversationId: string
  /** Undefined until it is loaded. */
  readonly conversation: Conversation | undefined
  readonly channel: Channel
  readonly ref: Ref<HTMLTextAreaElement>
}

/**
 * Shows the field where staff answer a visitor. The first answer assigns the conversation, so that nobody else answers
 * too; answering another person's conversation asks first.
 */
function AnswerField({ conversationId, conversation, channel, ref }: ComposerProps) {
  const { userId } = useSession()
  const [text, setText, { isRestored }] = useDraft(`chat ${conversationId}`)
  const [asked, setAsked] = useState<string>()
  const [isManaging, setIsManaging] = useState(false)
  const writes = useConversationWrites(conversationId)
  const menu = usePopup('menu')
  const takenBy = conversation?.takenBy
  const isOthers = takenBy !== undefined && takenBy._id !== userId

  function answer(message: string) {
    channel.say(message)
    setText('')
    setAsked(undefined)
    if (conversation && !takenBy) writes.take(true).catch(() => undefined)
  }
  const insert = (canned: string) => setText(text === '' ? canned : `${text} ${canned}`)
  return (
    <>
      {isOthers && (
        <p className="taken-strip">
          <IconUserCheck size={16} aria-hidden />
          {takenBy.fullName} has taken this conversation
        </p>
      )}
      <Composer
        ref={ref}
        text={text}
        onText={setText}
        onSend={(message) => (isOthers ? setAsked(message) : answer(message))}
        onTyping={channel.sayTyping}
        onSlash={menu.open}
        placeholder="Write an answer, or / for a canned one"
        notice={<DraftRestored isShown={isRestored} onDiscard={() => setText('')} />}
        tools={<AnswersMenu menu={menu} onInsert={insert} onManage={() => setIsManaging(true)} />}
      />
      {isManaging && <AnswersManager onClose={() => setIsManaging(false)} />}
      {asked !== undefined && takenBy && (
        <ConfirmDialog
          title={`${takenBy.fullName} has taken this conversation`}
          confirm="Answer anyway"
          onConfirm={() => answer(asked)}
          onCancel={() => setAsked(undefined)}
        >
          The visitor may get two answers to one question. Your text is kept if you don’t send it.
        </ConfirmDialog>
      )}
    </>
  )
}
