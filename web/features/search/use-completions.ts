import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { useSession } from '#web/lib/session/session.ts'
import { useLabelNames } from '#web/features/labels/public.ts'
import { useLateFields } from './use-late-fields.ts'
import { usePartNames } from '#web/features/parts/public.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { suggestionKey } from '#web/ui/overlays/suggestions.tsx'
import { type Completion, completed, completionAt, type CompletionOption } from './completion.ts'
import { nameValue, peopleQuery } from './people-query.ts'

/** Milliseconds without another key press after which people are searched. */
const pause = 120

/** Returns the suggestions while a search is typed, and handles the keys to choose one. None is selected at first. */
export function useCompletions(
  field: RefObject<HTMLInputElement | null>,
  { value, onChange }: { value: string; onChange: (value: string) => void },
) {
  const { products } = useSession()
  const { fields, wantFields } = useLateFields()
  /** What was typed up to where, if it asks for suggestions. They come anew when more is known of products. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly at: number }>()
  const asked: Completion | undefined = useMemo(
    () => typed && completionAt(typed.text, typed.at, products, fields),
    [typed, products, fields],
  )
  const [active, setActive] = useState(-1)
  /** The position of the caret once the chosen text is in the field. */
  const [caret, setCaret] = useState<{ at: number; in: string }>()

  const name = asked?.person?.name
  const settled = useDebounced(name, pause)
  const { data: people = [] } = useQuery({
    ...peopleQuery(name ?? ''),
    enabled: name !== undefined && settled === name,
  })
  const labels = useLabelNames(asked?.label?.name)
  const parts = usePartNames(asked?.part)
  const options = asked
    ? [
        ...asked.options,
        ...(asked.person ? namedOptions(asked.person.term, people, 'person') : []),
        ...(asked.part ? namedOptions(asked.part.term, parts, 'value') : []),
        ...(asked.label ? namedOptions(asked.label.term, labels, 'value') : []),
      ]
    : []
  const current = Math.min(active, options.length - 1)

  useLayoutEffect(() => {
    if (caret?.in !== value) return
    field.current?.setSelectionRange(caret.at, caret.at)
    setCaret(undefined)
    // The name of a term is followed by its values.
    setTyped(value.slice(0, caret.at).endsWith(':') ? { text: value, at: caret.at } : undefined)
  }, [caret, value, field])

  /** Call it with the text after each key press. */
  function look(text: string) {
    wantFields()
    const at = field.current?.selectionStart ?? text.length
    // Suggesting every term after each space would disturb the typing of plain words.
    const isInWord = /\S$/.test(text.slice(0, at))
    setTyped(isInWord ? { text, at } : undefined)
    setActive(-1)
  }

  function close() {
    setTyped(undefined)
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
    if (options.length === 0 && event.key === 'ArrowDown' && !isModified(event) && field.current) {
      setTyped({ text: value, at: field.current.selectionStart ?? value.length })
      setActive(0)
      event.preventDefault()
      return
    }
    suggestionKey(event, {
      count: options.length,
      current,
      onMove: setActive,
      onPick: (index) => options[index] && pick(options[index]),
      onClose: close,
    })
    // Nothing is chosen, so the search is sent.
    if (event.key === 'Enter' && !event.defaultPrevented) close()
  }

  return { options, current, look, close, pick, point: setActive, onKeyDown }
}

function namedOptions(
  term: string,
  names: readonly string[],
  kind: CompletionOption['kind'],
): readonly CompletionOption[] {
  return names.map((name) => ({ text: `${term}${nameValue(name)}`, label: name, kind }))
}

function isModified({ nativeEvent, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || ctrlKey || metaKey || altKey || shiftKey
}
