import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import { shortId } from '#shared/bugs/words.ts'
import { OpenClosedBadge } from '#web/features/bugs/public.ts'
import type { Original } from './classify-original.ts'
import { useOriginalSearch } from './use-original-search.ts'
import './classify-original-field.css'

/** A field that searches while one types, and the few bugs that it finds. */
export function OriginalSearch({
  bugId,
  words,
  onWords,
  onChoose,
  error,
  inputRef,
}: {
  bugId: string
  words: string
  onWords: (words: string) => void
  onChoose: (original: Original) => void
  error: string | undefined
  inputRef: (element: HTMLInputElement | null) => void
}) {
  const { state, originals, hasMore } = useOriginalSearch(words, bugId)
  const [active, setActive] = useState(0)
  const listId = useId()
  const isOpen = originals.length > 0
  const current = Math.min(active, originals.length - 1)

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setActive((current + 1) % originals.length)
    else if (event.key === 'ArrowUp') setActive((current - 1 + originals.length) % originals.length)
    else if (event.key === 'Escape') onWords('')
    else if (event.key !== 'Enter') return
    // While the list is about earlier words, its first entry may not be what is meant.
    else if (state === 'found' && originals[current]) onChoose(originals[current])
    event.preventDefault()
  }

  return (
    <div className="original-search">
      <TextInput
        ref={inputRef}
        label="Duplicate of"
        description="Optional. Words, a short id or a whole id"
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${current}` : undefined}
        value={words}
        error={error}
        onChange={(event) => {
          setActive(0)
          onWords(event.currentTarget.value)
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div
          role="listbox"
          id={listId}
          aria-label="Bugs found"
          className="originals"
          data-old={state === 'searching' || undefined}
        >
          {originals.map((original, index) => (
            // The keys are the field's: it keeps the focus while the list is walked through.
            <button
              key={original._id}
              type="button"
              tabIndex={-1}
              role="option"
              id={`${listId}-${index}`}
              aria-selected={index === current}
              className="original"
              onPointerMove={() => setActive(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(original)}
            >
              <OpenClosedBadge isClosed={original.isClosed} />
              <span className="original-title">{original.title}</span>
              <span className="mono muted">{shortId(original._id)}</span>
            </button>
          ))}
        </div>
      )}
      <p role="status" className="original-count">
        {countWords(state, originals.length, hasMore)}
      </p>
    </div>
  )
}

function countWords(state: ReturnType<typeof useOriginalSearch>['state'], count: number, hasMore: boolean): string {
  if (state === 'failed') return 'The search failed. A whole id works all the same.'
  if (state === 'searching' && count === 0) return 'Searching …'
  if (state !== 'found') return ''
  if (count === 0) return 'No other bug has these words.'
  const found = count === 1 ? '1 bug found.' : `${count} bugs found.`
  return hasMore ? `The ${count} newest of many. Another word narrows them down.` : found
}
