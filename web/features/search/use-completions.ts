import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react'
import { type Completion, completed, completionAt, type CompletionOption } from './completion.ts'
import { nameValue, peopleQuery } from './people-query.ts'

/** Milliseconds without another key press after which people are searched. */
const pause = 120

/** Returns the suggestions while a search is typed, and handles the keys to choose one. None is selected at first. */
export function useCompletions(
  field: RefObject<HTMLInputElement | null>,
  { value, onChange }: { value: string; onChange: (value: string) => void },
) {
  const [asked, setAsked] = useState<Completion>()
  const [active, setActive] = useState(-1)
  /** The position of the caret once the chosen text is in the field. */
  const [caret, setCaret] = useState<{ at: number; in: string }>()

  const name = asked?.person?.name
  const [settled] = useDebouncedValue(name, pause)
  const { data: people = [] } = useQuery({
    ...peopleQuery(name ?? ''),
    enabled: name !== undefined && settled === name,
  })
  const options = asked ? [...asked.options, ...(asked.person ? personOptions(asked.person.term, people) : [])] : []
  const current = Math.min(active, options.length - 1)

  useLayoutEffect(() => {
    if (caret?.in !== value) return
    field.current?.setSelectionRange(caret.at, caret.at)
    setCaret(undefined)
    // The name of a term is followed by its values.
    setAsked(value.slice(0, caret.at).endsWith(':') ? completionAt(value, caret.at) : undefined)
  }, [caret, value, field])

  /** Call it with the text after each key press. */
  function look(text: string) {
    const at = field.current?.selectionStart ?? text.length
    // Suggesting every term after each space would disturb the typing of plain words.
    const isInWord = /\S$/.test(text.slice(0, at))
    setAsked(isInWord ? completionAt(text, at) : undefined)
    setActive(-1)
  }

  function close() {
    setAsked(undefined)
    setActive(-1)
  }

  function pick(option: CompletionOption) {
    if (!asked) return
    const next = completed(value, asked, option)
    setCaret({ at: next.caret, in: next.text })
    close()
    onChange(next.text)
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (options.length === 0) {
      if (event.key !== 'ArrowDown' || !field.current) return
      setAsked(completionAt(value, field.current.selectionStart ?? value.length))
      setActive(0)
    } else if (event.key === 'ArrowDown') setActive((current + 1) % options.length)
    else if (event.key === 'ArrowUp') setActive(current <= 0 ? options.length - 1 : current - 1)
    else if (event.key === 'Escape') close()
    else if ((event.key === 'Enter' || event.key === 'Tab') && options[current]) pick(options[current])
    else {
      // Nothing is selected, so the search is sent.
      if (event.key === 'Enter') close()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return { options, current, look, close, pick, point: setActive, onKeyDown }
}

function personOptions(term: string, people: readonly string[]): readonly CompletionOption[] {
  return people.map((name) => ({ text: `${term}${nameValue(name)}`, label: name, kind: 'person' }))
}
