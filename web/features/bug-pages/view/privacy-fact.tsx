import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { addReader, type Bug, removeReader, setBugFields } from '#shared/bugs/contract.ts'
import { PersonPicker } from '#web/features/assign/public.ts'
import { useBugChange } from '#web/features/bugs/public.ts'
import { saysNothing } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { FactRefusal } from '../facts/fact-refusal.tsx'
import { undoButton } from '../facts/late-in-place.ts'
import { forgetOwn, type OwnChange, ownChangeToast, rememberOwn } from '../facts/own-changes.ts'
import { PrivacyQuestion } from '../facts/privacy-question.tsx'
import { tellBeside, useRefusal } from '../facts/refusals.ts'
import { PrivacyWords } from './privacy-words.tsx'

const name = 'privacy'

/** Who sees a bug, as text that can be compared. */
const sightOf = ({ isPrivate, readers }: Bug) => [isPrivate, ...readers.map(({ _id }) => _id)].join(' ')

type Change =
  { readonly isPrivate: boolean; readonly own: OwnChange } | { readonly add: string } | { readonly remove: string }

/** Who can see a bug, with the ways to change that for who may. Before it is made private it says who is left. */
export function PrivacyFact({ bug }: { bug: Bug }) {
  const client = useQueryClient()
  const { userId = '' } = useSession()
  const params = { bugId: bug._id }
  const [isAsking, setIsAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const [refusal, forget] = useRefusal({ bugId: bug._id, name, current: sightOf(bug) }, button)
  const { mutate, isPending } = useBugChange(bug._id, {
    kind: name,
    send: async (change: Change) => ({ ...(await sent(change)), comments: [] }),
    onDone: (_changed, body) => {
      if (!('own' in body)) return
      const { isPrivate, own } = body
      const what = isPrivate ? 'Now it is private' : 'Now it is not private'
      toastSuccess('Who can see this bug was changed', undoButton(client, own), what, ownChangeToast)
    },
    onRefused: (error, body) => {
      if ('own' in body) forgetOwn(body.own)
      const [reference, words] = [referenceOf(error), explainError(error).explanation]
      const again = saysNothing(error) ? { words: 'Try again', run: () => change(body) } : undefined
      const wanted = 'isPrivate' in body ? sightOf({ ...bug, isPrivate: body.isPrivate }) : null
      if (tellBeside(bug._id, name, { words, reference, again, wanted })) return
      const button = again && { label: again.words, onClick: again.run }
      toastFailure('Who can see this bug was not changed', reference, words, button)
    },
  })

  async function sent(change: Change): Promise<Bug> {
    if ('isPrivate' in change) {
      const body = { isPrivate: change.isPrivate }
      return (await call(setBugFields, { params, query: { comments: 'none' }, body })).result
    }
    if ('add' in change) return (await call(addReader, { params, body: { userId: change.add } })).result
    return (await call(removeReader, { params: { ...params, userId: change.remove } })).result
  }

  // The button that was pressed gives way to the other one, which takes the focus once it can be pressed.
  const isOwnChange = useRef(false)
  useEffect(() => {
    if (!isOwnChange.current || isPending) return
    isOwnChange.current = false
    if (document.activeElement === document.body) button.current?.focus()
  }, [isPending, bug.isPrivate])

  function change(body: Change) {
    isOwnChange.current = 'isPrivate' in body
    forget()
    if ('own' in body) rememberOwn(body.own)
    mutate({ shown: 'isPrivate' in body ? { isPrivate: body.isPrivate } : {}, body })
  }

  function setPrivate(isPrivate: boolean) {
    const own: OwnChange = {
      userId,
      bugId: bug._id,
      title: bug.title,
      label: 'Who can see it',
      before: { isPrivate: bug.isPrivate },
      isToldBy: ({ field }) => field === 'isPrivate',
    }
    change({ isPrivate, own })
  }

  return (
    <>
      <PrivacyWords
        bug={bug}
        controls={{
          makePrivate: (
            <Button ref={button} size="xs" variant="default" disabled={isPending} onClick={() => setIsAsking(true)}>
              Make private
            </Button>
          ),
          makeVisible: (
            <Button ref={button} size="xs" variant="default" disabled={isPending} onClick={() => setPrivate(false)}>
              Make visible
            </Button>
          ),
          add: <PersonPicker label="Add somebody" onPick={({ _id }) => change({ add: _id })} />,
          remove: ({ _id, fullName }) => (
            <IconButton
              size={24}
              aria-label={`Let ${fullName} see it no longer`}
              disabled={isPending}
              onClick={() => change({ remove: _id })}
            >
              <IconX size={14} aria-hidden />
            </IconButton>
          ),
        }}
      />
      {refusal && <FactRefusal label="Can see it" refusal={refusal} button={button} onEnd={forget} />}
      {isAsking && (
        <PrivacyQuestion
          onConfirm={() => {
            setIsAsking(false)
            setPrivate(true)
          }}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
