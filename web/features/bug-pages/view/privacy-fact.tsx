import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { addReader, type Bug, removeReader, setBugFields } from '#shared/bugs/contract.ts'
import { PersonPicker } from '#web/features/assign/public.ts'
import { useBugChange } from '#web/features/bugs/public.ts'
import { saysNothing } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { toastFailure } from '#web/ui/notices/toast.ts'
import { FactRefusal } from '../facts/fact-refusal.tsx'
import { PrivacyQuestion } from '../facts/privacy-question.tsx'
import { tellBeside, useRefusal } from '../facts/refusals.ts'
import { PrivacyWords } from './privacy-words.tsx'

const name = 'privacy'

/** Who sees a bug, as text that can be compared. */
const sightOf = ({ isPrivate, readers }: Bug) => [isPrivate, ...readers.map(({ _id }) => _id)].join(' ')

type Change = { readonly isPrivate: boolean } | { readonly add: string } | { readonly remove: string }

/** Who can see a bug, with the ways to change that for who may. Before it is made private it says who is left. */
export function PrivacyFact({ bug }: { bug: Bug }) {
  const params = { bugId: bug._id }
  const [isAsking, setIsAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const [refusal, forget] = useRefusal({ bugId: bug._id, name, current: sightOf(bug) }, button)
  const { mutate, isPending } = useBugChange(bug._id, {
    kind: name,
    send: async (change: Change) => ({ ...(await sent(change)), comments: [] }),
    onDone: () => undefined,
    onRefused: (error, body) => {
      const [reference, words] = [referenceOf(error), explainError(error).explanation]
      const again = saysNothing(error) ? { words: 'Try again', run: () => change(body) } : undefined
      const wanted = 'isPrivate' in body ? sightOf({ ...bug, ...body }) : null
      if (tellBeside(bug._id, name, { words, reference, again, wanted })) return
      const button = again && { label: again.words, onClick: again.run }
      toastFailure('Who can see this bug was not changed', reference, words, button)
    },
  })

  async function sent(change: Change): Promise<Bug> {
    if ('isPrivate' in change)
      return (await call(setBugFields, { params, query: { comments: 'none' }, body: change })).result
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
    mutate({ shown: 'isPrivate' in body ? body : {}, body })
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
            <Button
              ref={button}
              size="xs"
              variant="default"
              disabled={isPending}
              onClick={() => change({ isPrivate: false })}
            >
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
            change({ isPrivate: true })
          }}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
