import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useEffectEvent, useId, useState } from 'react'
import type { PeopleFilter } from '#shared/bugs/words.ts'
import { type NameOf, peopleWords } from './filter-words.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { nameKey, type Suggested, suggestedQuery } from './people-query.ts'

const fixed = { me: '@me', nobody: 'none' } as const

/** Filters by a person: typed, with suggestions, or me, or nobody. Text that is none of these filters nothing, which the field says. */
export function PersonFilter({
  name,
  value,
  nameOf,
  onChange,
}: {
  name: PeopleFilter
  /** An id, `@me`, `none`, a name that the keywords give, or empty. */
  value: string
  nameOf: NameOf
  onChange: (value: string) => void
}) {
  const client = useQueryClient()
  const list = useId()
  /** What stands in the field while it is nobody's name, and the value that it stood beside. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly beside: string }>()
  const [isLeft, setIsLeft] = useState(false)
  const isTyping = typed !== undefined && typed.beside === value
  const shown = isTyping ? typed.text : wordsOf(value, nameOf)
  const asked = useDeferredValue(isTyping ? typed.text.trim() : '')
  const { data: people = [] } = useQuery({ ...suggestedQuery(asked), enabled: asked !== '' })
  const options = [
    { words: 'Me', value: fixed.me },
    ...(name === 'assignee' ? [{ words: 'Nobody', value: fixed.nobody }] : []),
    ...named(people),
  ]
  const chosenBy = (text: string) =>
    options.find(({ words }) => words.toLowerCase() === text.trim().toLowerCase())?.value ?? ''

  function type(text: string) {
    const next = chosenBy(text)
    // So that the name does not have to be read again.
    const person = people.find(({ _id }) => _id === next)
    if (person) client.setQueryData(nameKey(person._id), person.fullName)
    setTyped(next !== '' || text.trim() === '' ? undefined : { text, beside: next })
    if (next !== value) onChange(next)
  }

  // A name that was typed before the suggestions came.
  const late = isTyping ? chosenBy(typed.text) : ''
  const choose = useEffectEvent(() => type(shown))
  useEffect(() => {
    if (late !== '') choose()
  }, [late])

  return (
    <div className="bug-filters-field">
      <TextField
        label={peopleWords[name]}
        placeholder="Anybody"
        autoComplete="off"
        list={list}
        value={shown}
        error={isTyping && isLeft && 'Choose somebody from the list.'}
        errorRole="alert"
        onFocus={() => setIsLeft(false)}
        onBlur={() => setIsLeft(true)}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <datalist id={list}>
        {options.map((option) => (
          <option key={option.value} value={option.words} />
        ))}
      </datalist>
    </div>
  )
}

function wordsOf(value: string, nameOf: NameOf): string {
  if (value === fixed.me) return 'Me'
  if (value === fixed.nobody) return 'Nobody'
  return /^[0-9a-f]{24}$/.test(value) ? nameOf(value) : value
}

/** People by their names; namesakes also by the end of their ids. */
function named(people: readonly Suggested[]) {
  return people.map(({ _id, fullName }) => ({
    words:
      people.filter((other) => other.fullName === fullName).length > 1 ? `${fullName} (${_id.slice(-8)})` : fullName,
    value: _id,
  }))
}
