import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { useSession } from '#web/lib/session/session.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { suggestionKey } from '#web/ui/overlays/suggestions.tsx'
import { type AskedSuggestion, askedAt } from './asked-suggestion.ts'
import { insertText } from './insert-text.ts'
import { type Suggestion, suggestionsQuery, textOf } from './suggestions-query.ts'

/** Milliseconds without another key press after which people and bugs are searched. */
const pause = 120

/**
 * Returns a field's suggestions while a name after `@`, or a bug after `#`, is being typed.
 * @param isInternal only people who see internal comments are suggested
 */
export function useSuggestions(field: RefObject<HTMLTextAreaElement | null>, isInternal: boolean) {
  const mayView = useSession().has('canViewData')
  const [asked, setAsked] = useState<AskedSuggestion>()
  const [active, setActive] = useState(0)
  /** Index of the mark whose suggestions were closed. */
  const [closedAt, setClosedAt] = useState<number>()
  const [picked, setPicked] = useState<readonly Suggestion[]>([])

  const words = asked && `${asked.kind} ${asked.words}`
  const settled = useDebounced(words, pause)
  const isWanted = asked !== undefined && asked.start !== closedAt && mayView
  const { data } = useQuery({
    ...suggestionsQuery(asked ?? { kind: 'person', words: '' }, isInternal),
    enabled: isWanted && settled === words,
  })
  const found = (isWanted && data) || []
  const current = Math.min(active, found.length - 1)

  /** Call it after anything that moves the caret or changes the text. */
  function look() {
    const box = field.current
    const next = box && box.selectionStart === box.selectionEnd ? askedAt(box.value, box.selectionStart) : undefined
    if (next?.start === asked?.start && next?.end === asked?.end && next?.words === asked?.words) return
    setAsked(next)
    setActive(0)
    if (next?.start !== closedAt) setClosedAt(undefined)
  }

  function close() {
    setClosedAt(asked?.start)
  }

  function pick(suggestion: Suggestion) {
    if (!field.current || !asked) return
    setClosedAt(asked.start)
    setPicked([...picked, suggestion])
    insertText(field.current, textOf(suggestion), asked.start, asked.end)
  }

  /** While there are suggestions, they handle the keys for navigating a list. */
  function onKeyDown(event: KeyboardEvent) {
    suggestionKey(event, {
      count: found.length,
      current,
      onMove: setActive,
      onPick: (index) => found[index] && pick(found[index]),
      onClose: close,
    })
  }

  return {
    found,
    current,
    asked,
    /** Nothing was found; announced once, only for screen readers. */
    isEmpty: isWanted && data?.length === 0,
    /** The people that were chosen here, so that a preview can mark them. */
    people: picked.flatMap((one) => (one.kind === 'person' ? [{ _id: one._id, name: one.name }] : [])),
    look,
    close,
    pick,
    setActive,
    onKeyDown,
  }
}
