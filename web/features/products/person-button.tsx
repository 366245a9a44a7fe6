import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { searchByName } from '#web/features/assign/public.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Picker } from '#web/ui/overlays/picker.tsx'
import { usePopup } from '#web/ui/overlays/use-popup.ts'

/** Milliseconds without another key press after which people are searched. */
const pause = 120

/** A button that finds a person by their name. @param props.known those who are not offered */
export function PersonButton({
  label,
  icon,
  known = [],
  isSending = false,
  onPick,
}: {
  label: string
  icon: ReactNode
  known?: readonly string[]
  isSending?: boolean
  onPick: (person: { readonly _id: string; readonly fullName: string }) => void
}) {
  const { isOpen, button, popup } = usePopup('dialog')
  const [words, setWords] = useState('')
  const settled = useDebounced(words.trim(), pause)
  const { data, isFetching } = useQuery({
    queryKey: ['users', 'picked', settled],
    queryFn: () => searchByName(settled),
    enabled: isOpen,
  })
  const people = (data?.users ?? []).filter(({ _id, isDeactivated }) => !isDeactivated && !known.includes(_id))
  const items = people.map(({ _id, fullName }) => ({
    key: _id,
    words: fullName,
    icon: <Avatar name={fullName} size={20} />,
  }))
  return (
    <div>
      <Button variant="default" size="xs" icon={icon} loading={isSending} {...button}>
        {label}
      </Button>
      {isOpen && (
        <Picker
          {...popup}
          label={label}
          words={words}
          onWords={setWords}
          groups={items.length > 0 ? [{ name: 'People', items }] : []}
          status={items.length > 0 ? undefined : isFetching ? 'Searching …' : 'Nobody else is called so.'}
          isSearching={isFetching}
          onPick={(userId) => {
            setWords('')
            const person = people.find(({ _id }) => _id === userId)
            if (person) onPick({ _id: person._id, fullName: person.fullName })
          }}
        />
      )}
    </div>
  )
}
