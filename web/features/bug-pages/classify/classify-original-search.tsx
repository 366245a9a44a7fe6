import { Autocomplete } from '@base-ui/react/autocomplete'
import type { KeyboardEvent } from 'react'
import { OpenClosedBadge } from '#web/features/bugs/public.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Option } from '#web/ui/overlays/option.tsx'
import type { Original } from '../originals/original.ts'
import { useOriginalSearch } from '../originals/use-original-search.ts'
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
  const isOpen = originals.length > 0

  function onKeyDown(event: KeyboardEvent & { preventBaseUIHandler: () => void }) {
    if (!isOpen || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onWords('')
    // While the list is about earlier words, its first entry may not be what is meant.
    else if (event.key !== 'Enter' || state === 'found') return
    event.preventDefault()
    event.preventBaseUIHandler()
  }

  return (
    <div className="original-search">
      <Autocomplete.Root
        inline
        // Also while it is empty: one that opens again while it is still closing takes no keys.
        open
        autoHighlight="always"
        keepHighlight
        filter={null}
        items={originals}
        itemToStringValue={({ title }: Original) => title}
        value={words}
        onValueChange={(next, { reason }) => reason === 'input-change' && onWords(next)}
      >
        <Autocomplete.Input
          ref={inputRef}
          aria-expanded={isOpen}
          onKeyDown={onKeyDown}
          autoComplete="off"
          render={<TextField label="Duplicate of" description="Optional. Words, a key or an id" error={error} />}
        />
        <Autocomplete.List
          aria-label="Bugs found"
          className="originals"
          data-old={state === 'searching' || undefined}
          hidden={!isOpen}
        >
          {(original: Original) => (
            <Option key={original._id} value={original} className="original" onClick={() => onChoose(original)}>
              <OpenClosedBadge isClosed={original.isClosed} />
              <span className="original-title">{original.title}</span>
              <span className="mono muted">{original.key}</span>
            </Option>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
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
