import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { addReader, type Bug, removeReader, setBugFields } from '#shared/bugs/contract.ts'
import { PersonPicker } from '#web/features/assign/public.ts'
import { useBugChange } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { toastFailure } from '#web/ui/notices/toast.ts'
import { PrivacyQuestion } from '../facts/privacy-question.tsx'
import { PrivacyWords } from './privacy-words.tsx'

type Change = { readonly isPrivate: boolean } | { readonly add: string } | { readonly remove: string }

/** Who can see a bug, with the ways to change that for who may. Before it is made private it says who is left. */
export function PrivacyFact({ bug }: { bug: Bug }) {
  const params = { bugId: bug._id }
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useBugChange(bug._id, {
    kind: 'privacy',
    send: async (change: Change) => ({ ...(await sent(change)), comments: [] }),
    onDone: () => undefined,
    onRefused: (error) =>
      toastFailure('Who can see this bug was not changed', referenceOf(error), explainError(error).explanation),
  })

  async function sent(change: Change): Promise<Bug> {
    if ('isPrivate' in change)
      return (await call(setBugFields, { params, query: { comments: 'none' }, body: change })).result
    if ('add' in change) return (await call(addReader, { params, body: { userId: change.add } })).result
    return (await call(removeReader, { params: { ...params, userId: change.remove } })).result
  }

  // The button that was pressed gives way to the other one, which takes the focus once it can be pressed.
  const button = useRef<HTMLButtonElement>(null)
  const isOwnChange = useRef(false)
  useEffect(() => {
    if (!isOwnChange.current || isPending) return
    isOwnChange.current = false
    if (document.activeElement === document.body) button.current?.focus()
  }, [isPending, bug.isPrivate])

  function set(isPrivate: boolean) {
    isOwnChange.current = true
    mutate({ shown: { isPrivate }, body: { isPrivate } })
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
            <Button ref={button} size="xs" variant="default" disabled={isPending} onClick={() => set(false)}>
              Make visible
            </Button>
          ),
          add: <PersonPicker label="Add somebody" onPick={({ _id }) => mutate({ shown: {}, body: { add: _id } })} />,
          remove: ({ _id, fullName }) => (
            <IconButton
              size={24}
              aria-label={`Let ${fullName} see it no longer`}
              disabled={isPending}
              onClick={() => mutate({ shown: {}, body: { remove: _id } })}
            >
              <IconX size={14} aria-hidden />
            </IconButton>
          ),
        }}
      />
      {isAsking && (
        <PrivacyQuestion
          onConfirm={() => {
            setIsAsking(false)
            set(true)
          }}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
