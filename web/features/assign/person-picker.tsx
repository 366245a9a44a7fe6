import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#shared/users/contract.ts'
import { beginsAWord } from '#web/lib/begins-a-word.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Picker } from '#web/ui/overlays/picker.tsx'
import { usePopup } from '#web/ui/overlays/use-popup.ts'
import { searchByName } from './search-users.ts'

/** Shows the button that opens a list of people, narrowed by the beginning of a name, with oneself first. */
export function PersonPicker({ label = 'Choose…', onPick }: { label?: string; onPick: (user: User) => void }) {
  const { isOpen, button, popup } = usePopup('dialog')
  return (
    <>
      <Button size="xs" variant="default" {...button}>
        {label}
      </Button>
      {isOpen && <People {...popup} onPick={onPick} />}
    </>
  )
}

function People({ onPick, ...popup }: ReturnType<typeof usePopup>['popup'] & { onPick: (user: User) => void }) {
  const { userId } = useSession()
  const [words, setWords] = useState('')
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['users', 'picked', words],
    queryFn: () => searchByName(words),
    placeholderData: keepPreviousData,
  })
  // Enter takes the first one, also before the answer: then nobody whose name does not begin so is offered.
  const people = (data?.users ?? []).filter(
    (user) => !user.isDeactivated && (!isPlaceholderData || beginsAWord(user.fullName, words)),
  )
  const groups = [
    { name: 'You', items: people.filter(({ _id }) => _id === userId) },
    { name: 'People', items: people.filter(({ _id }) => _id !== userId) },
  ].filter(({ items }) => items.length > 0)
  const none = isFetching ? 'Searching …' : 'Nobody’s name begins so.'
  return (
    <Picker
      {...popup}
      label="Choose somebody"
      words={words}
      onWords={setWords}
      isSearching={isFetching}
      status={error ? explainError(error).explanation : people.length === 0 ? none : undefined}
      groups={groups.map(({ name, items }) => ({
        name,
        items: items.map(({ _id, fullName }) => ({
          key: _id,
          icon: <Avatar name={fullName} size={20} />,
          words: fullName,
          hint: name === 'You' ? 'you' : undefined,
        })),
      }))}
      onPick={(key) => {
        const user = people.find(({ _id }) => _id === key)
        if (user) onPick(user)
      }}
    />
  )
}
