import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useId } from 'react'
import type { SearchMistake } from '#shared/search/search-query.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Suggestions } from '#web/ui/overlays/suggestions.tsx'
import type { CompletionOption } from './completion.ts'
import { SearchHelp } from './search-help.tsx'
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
  const completions = useCompletions(fieldRef, { value, onChange })
  const { options, current } = completions

  const listId = `${id}-options`
  const isOpen = options.length > 0
  const isWrong = mistake !== undefined || refusal !== undefined

  function addExample(text: string) {
    onChange(value.trim() === '' ? text : `${value.trimEnd()} ${text}`)
    fieldRef.current?.focus()
  }

  return (
    <div className="filters-keywords">
      <TextField
        ref={fieldRef}
        type="search"
        aria-label="Keywords"
        dir="auto"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={placeholder}
        maxLength={maxLength}
        icon={<IconSearch size={16} aria-hidden />}
        end={
          <span className="search-field-end">
            {value === '' && hint}
            <SearchHelp onExample={addExample} />
          </span>
        }
        endWidth={value === '' && hint ? 68 : 36}
        error={isWrong && <MistakeWords text={value} mistake={mistake} refusal={refusal} />}
        errorRole="alert"
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
      {isOpen && (
        <Suggestions
          id={listId}
          label="Suggestions"
          anchor={fieldRef}
          items={options}
          current={current}
          keyOf={({ text }) => text}
          onPoint={completions.point}
          onPick={completions.pick}
          onClose={completions.close}
        >
          {(option) => <Completion {...option} />}
        </Suggestions>
      )}
      <p role="status" className="visually-hidden">
        {isOpen && `${options.length === 1 ? '1 suggestion' : `${options.length} suggestions`}. Arrow keys choose.`}
      </p>
    </div>
  )
}

function Completion({ kind, text, label }: CompletionOption) {
  return (
    <>
      {kind === 'person' ? <Avatar name={label} size={20} /> : <span className="mono">{text}</span>}
      <span className={kind === 'person' ? 'suggestion-words' : 'suggestion-words muted'}>{label}</span>
    </>
  )
}
