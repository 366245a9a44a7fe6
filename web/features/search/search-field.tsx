import { TextInput } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import type { SearchMistake } from '#shared/search/search-query.ts'
import { usePressOutside } from '#web/ui/controls/use-press-outside.ts'
import { CompletionList } from './completion-list.tsx'
import { SearchHelp, SearchHelpButton } from './search-help.tsx'
import { MistakeWords } from './mistake-words.tsx'
import { useCompletions } from './use-completions.ts'
import './search-field.css'

/**
 * Shows the field for words and terms, with suggestions, help and errors. It is a search box with suggestions instead
 * of a combo box, because most of what is typed is in no list.
 */
export function SearchField({
  value,
  onChange,
  placeholder,
  maxLength,
  fieldRef,
  hint,
  mistake,
  refusal,
}: {
  value: string
  onChange: (value: string) => void
  placeholder: string
  maxLength: number
  fieldRef: RefObject<HTMLInputElement | null>
  /** Shown at the end of the empty field. */
  hint?: ReactNode
  /** Why the text can't be searched for, and where. */
  mistake: SearchMistake | undefined
  /** Why the server did not search for it. */
  refusal: string | undefined
}) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const own = useRef<HTMLInputElement>(null)
  const ref = useMergedRef(own, fieldRef)
  const [helps, setHelps] = useState(false)
  const completions = useCompletions(own, { value, onChange })
  const { options, current } = completions
  usePressOutside(box, helps, () => setHelps(false))

  const listId = `${id}-options`
  const helpId = `${id}-help`
  const isOpen = options.length > 0
  const isWrong = mistake !== undefined || refusal !== undefined

  function addExample(text: string) {
    setHelps(false)
    onChange(value.trim() === '' ? text : `${value.trimEnd()} ${text}`)
    own.current?.focus()
  }

  function closeHelp() {
    setHelps(false)
    box.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
  }

  return (
    <div
      ref={box}
      role="presentation"
      className="filters-keywords search-field"
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setHelps(false)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !helps) return
        event.stopPropagation()
        closeHelp()
      }}
    >
      <TextInput
        ref={ref}
        type="search"
        aria-label="Keywords"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={placeholder}
        maxLength={maxLength}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          <span className="search-field-end">
            {value === '' && hint}
            <SearchHelpButton panelId={helpId} isOpen={helps} onToggle={() => setHelps(!helps)} />
          </span>
        }
        rightSectionWidth={value === '' && hint ? 68 : 36}
        error={isWrong && <MistakeWords text={value} mistake={mistake} refusal={refusal} />}
        errorProps={{ role: 'alert', className: 'search-mistake' }}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && current >= 0 ? `${listId}-${current}` : undefined}
        value={value}
        onChange={(event) => {
          onChange(event.currentTarget.value)
          completions.look(event.currentTarget.value)
        }}
        onKeyDown={completions.onKeyDown}
        onBlur={completions.close}
      />
      {isOpen && !helps && (
        <CompletionList
          id={listId}
          options={options}
          current={current}
          onPoint={completions.point}
          onPick={completions.pick}
        />
      )}
      {helps && <SearchHelp id={helpId} onExample={addExample} onClose={closeHelp} />}
      <p role="status" className="visually-hidden">
        {isOpen && `${options.length === 1 ? '1 suggestion' : `${options.length} suggestions`}. Arrow keys choose.`}
      </p>
    </div>
  )
}
