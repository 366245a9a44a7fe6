import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { givePlaceholder, listPlaceholders, type Placeholder } from '#shared/placeholders/contract.ts'
import type { User } from '#shared/users/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainError, explainRefusal } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { refreshPeople } from '#web/lib/query-client.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { Picker } from '#web/ui/overlays/picker.tsx'
import { usePopup } from '#web/ui/overlays/use-popup.ts'
import { numberOf } from '#web/ui/text/number-format.ts'
import './activation-section.css'

function usePlaceholders(keywords: string) {
  return useQuery({
    queryKey: ['users', 'placeholders', keywords],
    queryFn: async ({ signal }) => (await call(listPlaceholders, { query: { keywords }, signal })).result,
  })
}

/** Gives the account what a person of an import reported and wrote; nothing where no import has named anybody. */
export function PlaceholderSection({ user }: { user: User }) {
  const { data: some = [] } = usePlaceholders('')
  const { isOpen, button, popup } = usePopup('dialog')
  const [asked, setAsked] = useState<Placeholder>()
  if (!user.abilities.edit || (some.length === 0 && !asked)) return null
  return (
    <section className="surface activation" aria-labelledby="placeholder-heading">
      <div className="activation-words">
        <h2 id="placeholder-heading">Known from an import</h2>
        <p className="muted">
          An import names people who have no account here. If one of them is <bdi>{user.fullName}</bdi>, this account
          can have what they reported and wrote.
        </p>
      </div>
      <Button variant="default" {...button}>
        Choose who they were
      </Button>
      {isOpen && <People {...popup} onPick={setAsked} />}
      {asked && <Question user={user} placeholder={asked} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

/** Milliseconds without another key press after which people are searched. */
const pause = 120

function People({ onPick, ...popup }: ReturnType<typeof usePopup>['popup'] & { onPick: (one: Placeholder) => void }) {
  const [words, setWords] = useState('')
  const { data: people = [], isFetching, error } = usePlaceholders(useDebounced(words.trim(), pause))
  const items = people.map((one) => ({
    key: one._id,
    words: one.fullName,
    icon: <Avatar name={one.fullName} size={20} />,
    hint: counted(one.reported, 'bug'),
  }))
  return (
    <Picker
      {...popup}
      label="People of imports"
      isWide
      words={words}
      onWords={setWords}
      groups={items.length > 0 ? [{ name: 'People of imports', items }] : []}
      status={
        error
          ? explainError(error).explanation
          : items.length > 0
            ? undefined
            : isFetching
              ? 'Searching …'
              : 'Nobody of an import is called so.'
      }
      isSearching={isFetching}
      onPick={(key) => {
        const one = people.find(({ _id }) => _id === key)
        if (one) onPick(one)
      }}
    />
  )
}

function Question({ user, placeholder, onClose }: { user: User; placeholder: Placeholder; onClose: () => void }) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(givePlaceholder, { params: { userId: user._id }, body: { placeholderId: placeholder._id } }),
    onSuccess: () => {
      toastSuccess(messages.placeholders.given)
      onClose()
      void refreshPeople(client)
    },
    onError: (failure) => toastFailure(messages.placeholders.failed, referenceOf(failure)),
  })
  return (
    <ConfirmDialog
      title={`Give what “${placeholder.fullName}” has to ${user.fullName}?`}
      confirm="Give to this account"
      isPending={isPending}
      notice={error && !isPending && <FailureNotice title="Nothing was given" {...explainRefusal(error)} />}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      <p>
        {shareWords(placeholder)} will be those of <bdi>{user.fullName}</bdi>, who can then do with them what they can
        do with their own.
      </p>
      <p className="placeholder-note">
        Later imports know <bdi>{placeholder.fullName}</bdi> as this account. It can’t be taken back.
      </p>
    </ConfirmDialog>
  )
}

/** Returns what somebody has: '2 bugs that they reported, 1 bug that is assigned to them and 3 comments'. */
function shareWords({ reported, assigned, comments, files }: Placeholder): string {
  const parts = [
    ...(reported > 0 ? [`${counted(reported, 'bug')} that they reported`] : []),
    ...(assigned > 0 ? [`${counted(assigned, 'bug')} assigned to them`] : []),
    ...(comments > 0 ? [counted(comments, 'comment')] : []),
    ...(files > 0 ? [counted(files, 'file')] : []),
  ]
  if (parts.length < 2) return parts[0] ?? 'What they have'
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

const counted = (count: number, what: string) => `${numberOf(count)} ${what}${count === 1 ? '' : 's'}`
