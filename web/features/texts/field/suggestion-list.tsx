import { IconCircleDot, IconCircleX } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { shortId } from '#shared/bugs/words.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import type { CaretPlace } from './caret-place.ts'
import type { Suggestion } from './suggestions-query.ts'
import './suggestion-list.css'

/** Shows the suggested people or bugs, under the line that is being typed, or above it where there is no room below. */
export function SuggestionList({
  id,
  suggestions,
  current,
  place,
  onPoint,
  onPick,
}: {
  id: string
  suggestions: readonly Suggestion[]
  current: number
  /** Position of the caret, relative to the box that contains the list. */
  place: CaretPlace
  onPoint: (index: number) => void
  onPick: (suggestion: Suggestion) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const { left, top, height } = place

  useLayoutEffect(() => {
    const box = list.current
    const frame = box?.parentElement?.getBoundingClientRect()
    if (!box || !frame) return
    const gap = 4
    const screen = window.visualViewport?.height ?? window.innerHeight
    const below = screen - (frame.top + top + height + gap)
    const isAbove = below < box.offsetHeight && frame.top + top - gap > below
    box.style.top = `${isAbove ? top - gap - box.offsetHeight : top + height + gap}px`
    box.style.left = `${Math.max(0, Math.min(left, frame.width - box.offsetWidth))}px`
  }, [left, top, height, suggestions])

  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={suggestions[0]?.kind === 'bug' ? 'Bugs' : 'People'}
      className="suggestions"
    >
      {suggestions.map((suggestion, index) => (
        // The field handles the keys, and keeps the focus while the list is navigated.
        <button
          key={suggestion._id}
          type="button"
          tabIndex={-1}
          role="option"
          id={`${id}-${index}`}
          aria-selected={index === current}
          className="suggestion"
          onPointerMove={() => onPoint(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(suggestion)}
        >
          {suggestion.kind === 'person' ? <Person {...suggestion} /> : <Bug {...suggestion} />}
        </button>
      ))}
    </div>
  )
}

function Person({ name }: { name: string }) {
  return (
    <>
      <Avatar name={name} size={20} />
      <span className="suggestion-words">{name}</span>
    </>
  )
}

function Bug({ _id, title, isClosed }: { _id: string; title: string; isClosed: boolean }) {
  return (
    <>
      {isClosed ? <IconCircleX size={16} aria-hidden /> : <IconCircleDot size={16} aria-hidden />}
      <span className="visually-hidden">{isClosed ? 'Closed: ' : 'Open: '}</span>
      <span className="suggestion-words">{title}</span>
      <span className="mono muted">{shortId(_id)}</span>
    </>
  )
}
