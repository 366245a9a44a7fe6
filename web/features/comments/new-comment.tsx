import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { maxCommentLength } from '#shared/comments/contract.ts'
import type { Bug } from '#shared/bugs/contract.ts'
import { askWords, isAskedNext, mayAsk } from '#web/features/bugs/public.ts'
import { MarkdownField } from '#web/features/texts/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { messages } from '#web/lib/messages.ts'
import { drafts } from '#web/lib/drafts/drafts.ts'
import { useDraft } from '#web/lib/drafts/use-draft.ts'
import { focusInSight } from '#web/lib/return-focus.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { useSession } from '#web/lib/session/session.ts'
import { InternalMark } from '#web/ui/badges/badge.tsx'
import { DraftRestored } from '#web/ui/notices/draft-restored.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { toastWarning } from '#web/ui/notices/toast.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { commentError } from './comment-error.ts'
import { boxName, type CommentKind, kindName, outgoingName } from './outgoing.ts'
import { useFailedComment } from './use-add-comment.ts'
import { useUnconfirmed } from './use-unconfirmed.ts'
import { writeComment } from './write-comment.ts'

/** What a comment does besides, once it is stored. */
export interface ThenAct {
  /** On the button that sends it so. */
  readonly words: string
  readonly run: () => void
}

type Send = (message: string, kind: CommentKind, onStored?: () => void) => void

/** What the box says of itself, by what is written there. */
const words: Readonly<
  Record<CommentKind, { choice: string; form: string; label: string; button: string; verb: string }>
> = {
  comment: {
    ...{ choice: 'Comment', form: 'Add a comment', label: 'New comment' },
    ...{ button: 'Submit', verb: 'to submit' },
  },
  question: {
    ...{ choice: askWords, form: askWords, label: 'Question to the reporter' },
    ...{ button: 'Ask', verb: 'to ask' },
  },
  internal: {
    ...{ choice: 'Internal comment', form: 'Add an internal comment', label: 'New internal comment' },
    ...{ button: 'Add internal comment', verb: 'to submit' },
  },
}

/** Shows the box for a new comment, and for the team the choice of what it is. */
export function NewComment({ bug, onSend, then }: { bug: Bug; onSend: Send; then: ThenAct | undefined }) {
  const bugId = bug._id
  const session = useSession()
  const isOfTeam = session.has('canViewInternalComments')
  const account = session.userId ?? ''
  const hasText = (isInternal: boolean) =>
    [boxName, outgoingName].some((name) => drafts.read(account, name(bugId, isInternal)).text !== '')
  // What was being written is found again where it was.
  const [wantsInternal, setWantsInternal] = useState(() => hasText(true) && !hasText(false))
  const [openKind, setOpenKind] = useDraft(kindName(bugId))
  const isAsking = mayAsk(bug) && openKind === 'question'
  const kind: CommentKind = isOfTeam && wantsInternal ? 'internal' : isAsking ? 'question' : 'comment'
  const isInternal = kind === 'internal'
  const area = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const choose = (chosen: CommentKind) => {
    setWantsInternal(chosen === 'internal')
    if (chosen !== 'internal') setOpenKind(chosen === 'question' ? chosen : '')
  }
  const askIfWanted = useEffectEvent(() => {
    if (!isAskedNext(bugId)) return
    choose('question')
    // The navigation, which this belongs to, moves the focus to the heading first.
    requestAnimationFrame(() => box.current && focusInSight(box.current))
  })
  useEffect(() => askIfWanted(), [bugId])
  useActions([
    {
      id: 'bug.ask',
      label: askWords,
      group: 'This bug',
      keys: 'q',
      isEnabled: mayAsk(bug),
      run: () => {
        // At once, so that the box of questions is there to be focused.
        flushSync(() => choose('question'))
        writeComment()
      },
    },
    {
      id: 'comment.leave',
      label: 'Leave the new comment; its text is kept',
      group: 'Writing',
      keys: 'Escape',
      within: area,
      whileTyping: true,
      inPalette: false,
      run: () => {
        if (document.activeElement !== box.current) return false
        // Not blurred: the keys and Tab go on from here.
        area.current?.focus({ preventScroll: true })
        return true
      },
    },
    {
      id: 'comment.internal',
      label: isInternal ? 'Write a comment for everybody' : 'Write an internal comment',
      group: 'This bug',
      isEnabled: isOfTeam,
      run: () => {
        flushSync(() => choose(isInternal ? 'comment' : 'internal'))
        box.current?.focus()
      },
    },
  ])
  const kinds: CommentKind[] = [
    'comment',
    ...(mayAsk(bug) ? (['question'] as const) : []),
    ...(isOfTeam ? (['internal'] as const) : []),
  ]

  return (
    <div
      ref={area}
      id="new-comment"
      className="new-comment not-printed"
      data-internal={isInternal || undefined}
      tabIndex={-1}
    >
      {kinds.length > 1 && (
        <div className="new-comment-kind">
          <Segmented
            label="Kind of comment"
            value={kind}
            onChange={choose}
            options={kinds.map((value) => ({ value, words: words[value].choice }))}
          />
          {isInternal && (
            <p className="new-comment-hint">
              <InternalMark /> Only people who may see internal comments read it.
            </p>
          )}
        </div>
      )}
      <Box
        key={`${isInternal}`}
        bugId={bugId}
        kind={kind}
        onSend={(message, onStored) => onSend(message, kind, onStored)}
        then={then}
        onEmptied={() => {
          if (!isInternal) setOpenKind('')
        }}
        box={box}
      />
    </div>
  )
}

interface BoxProps {
  bugId: string
  kind: CommentKind
  onSend: (message: string, onStored?: () => void) => void
  then: ThenAct | undefined
  /** The text was sent or discarded. */
  onEmptied: () => void
  box: RefObject<HTMLTextAreaElement | null>
}

/** The box of comments for everybody, or of those for the team, each with a text of its own. Sending empties it, and a failure restores the text. */
function Box({ bugId, kind, onSend, then, onEmptied, box }: BoxProps) {
  const isInternal = kind === 'internal'
  const [message, setMessage, { isRestored }] = useDraft(boxName(bugId, isInternal))
  const [error, setError] = useState<string>()
  const failure = useFailedComment(bugId, isInternal, message)
  useUnconfirmed(bugId, isInternal, message)

  function empty() {
    setMessage('')
    onEmptied()
  }

  /** Sends the comment, and does something once it is stored; returns false when that is impossible. */
  function submit(onStored?: () => void): boolean {
    if (message.trim() === '') {
      setError(messages.comment.empty)
      toastWarning(messages.comment.empty)
      return false
    }
    const wrong = commentError(message)
    if (wrong !== undefined) {
      setError(wrong)
      return false
    }
    // In this order, so that the text is always stored somewhere.
    onSend(message, onStored)
    empty()
    box.current?.focus()
    return true
  }

  return (
    <Form label={words[kind].form} onSubmit={() => submit()}>
      <MarkdownField
        ref={box}
        label={words[kind].label}
        rows={3}
        limit={maxCommentLength}
        value={message}
        error={error}
        isInternal={isInternal}
        onChange={(text) => {
          setMessage(text)
          setError(undefined)
        }}
      />
      {failure && <FailureNotice title="This comment was not sent; its text is kept here" {...explainError(failure)} />}
      <DraftRestored isShown={isRestored} onDiscard={empty} />
      <FormActions>
        <Button type="submit">{words[kind].button}</Button>
        {then && kind !== 'question' && (
          <Button variant="default" onClick={() => submit(then.run)}>
            {then.words}
          </Button>
        )}
        <SendShortcut verb={words[kind].verb} />
      </FormActions>
    </Form>
  )
}
