import { useRef } from 'react'
import { ChosenOriginal } from './classify-chosen-original.tsx'
import type { Original } from '../originals/original.ts'
import { OriginalSearch } from './classify-original-search.tsx'
import './classify-original-field.css'

/** Names the bug that this one is a duplicate of: searched for by words or an id, and chosen from what is found. */
export function OriginalField({
  bugId,
  chosen,
  onChoose,
  words,
  onWords,
  error,
}: {
  bugId: string
  chosen: Original | undefined
  onChoose: (original: Original | undefined) => void
  words: string
  onWords: (words: string) => void
  error: string | undefined
}) {
  // Choosing takes the field away and changing one's mind takes the choice away; the focus follows to what replaces it.
  const isFocusDue = useRef(false)
  const focusIfDue = (element: HTMLElement | null) => {
    if (!element || !isFocusDue.current) return
    isFocusDue.current = false
    element.focus()
  }
  const choose = (original: Original | undefined) => {
    isFocusDue.current = true
    onChoose(original)
  }
  if (chosen) {
    return <ChosenOriginal original={chosen} error={error} buttonRef={focusIfDue} onChange={() => choose(undefined)} />
  }
  return (
    <OriginalSearch
      bugId={bugId}
      words={words}
      onWords={onWords}
      onChoose={choose}
      error={error}
      inputRef={focusIfDue}
    />
  )
}
