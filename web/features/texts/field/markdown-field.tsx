import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { AttachmentsUnderField, useAttachments } from '#web/features/attachments/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import type { Anchor } from '#web/ui/overlays/popup-props.ts'
import { Suggestions } from '#web/ui/overlays/suggestions.tsx'
import { MarkdownText } from '../shown/markdown-text.tsx'
import { caretRect } from './caret-rect.ts'
import { FieldBar, type FieldView } from './field-bar.tsx'
import { formatKeys, formatText } from './format-text.ts'
import { SuggestionRow } from './suggestion-row.tsx'
import { useFileInsert } from './use-file-insert.ts'
import { useSuggestions } from './use-suggestions.ts'
import './markdown-field.css'

interface MarkdownFieldProps {
  /** In UTF-16 code units, as the server counts. */
  readonly limit: number
  readonly value: string
  readonly onChange: (value: string) => void
  readonly label: string
  readonly description?: ReactNode
  readonly error?: ReactNode
  readonly placeholder?: string
  /** Height of the empty field, in lines. */
  readonly rows: number
  readonly disabled?: boolean
  readonly readOnly?: boolean
  readonly ref?: RefObject<HTMLTextAreaElement | null>
  /** Whether the preview shows numbered lines as a list, as the page will. */
  readonly asSteps?: boolean
  /** Whether it says how files are attached; of several fields of a form one does. */
  readonly explainsFiles?: boolean
  /** Whether only people who see internal comments can be mentioned. */
  readonly isInternal?: boolean
}

/**
 * Shows a field for Markdown: with a preview, suggestions of people after `@` and of bugs after `#`, and files that are
 * pasted, dropped or picked.
 */
export function MarkdownField({
  ref,
  asSteps = false,
  isInternal = false,
  explainsFiles = true,
  ...field
}: MarkdownFieldProps) {
  const { value, label, error } = field
  const isReadOnly = field.readOnly === true || field.disabled === true
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const ownBox = useRef<HTMLTextAreaElement>(null)
  const box = ref ?? ownBox
  const [view, setView] = useState<FieldView>('write')
  const [height, setHeight] = useState(0)
  const suggestions = useSuggestions(box, isInternal)
  const attachments = useAttachments()
  const { dropRefused } = attachments
  const typed = useRef(value)
  const files = useFileInsert(box, isReadOnly ? undefined : attachments.onFiles)

  // With an error, the field must be visible to take the focus.
  const [lastError, setLastError] = useState(error)
  if (error !== lastError) {
    setLastError(error)
    if (error) setView('write')
  }

  // Emptied without a key: the text was sent or discarded, and with it the files that were refused.
  useEffect(() => {
    if (value === '' && typed.current !== '') dropRefused()
    typed.current = value
  }, [value, dropRefused])

  function show(next: FieldView) {
    if (next === 'preview') setHeight(panel.current?.offsetHeight ?? 0)
    setView(next)
  }

  useActions(
    formatKeys.map(({ format, label: name, keys }) => ({
      id: `text.${format}`,
      label: name,
      group: 'Writing',
      keys,
      within: panel,
      whileTyping: true,
      inPalette: false,
      isEnabled: !isReadOnly,
      run: () => void (box.current && formatText(box.current, format)),
    })),
  )

  const listId = `${id}-suggestions`
  const isOpen = suggestions.found.length > 0 && view === 'write' && !isReadOnly
  /** Where the suggestions stand: at the mark before the words that ask for them. */
  const markAt = suggestions.asked?.start ?? 0
  const mark: Anchor = {
    current: {
      getBoundingClientRect: () => (box.current ? caretRect(box.current, markAt) : new DOMRect()),
      get contextElement() {
        return box.current ?? undefined
      },
    },
  }

  return (
    <div className="markdown-field" data-over={files.isOver || undefined}>
      <FieldBar
        id={id}
        view={view}
        onView={show}
        onFormat={(format) => box.current && formatText(box.current, format)}
        onFiles={files.take}
        isReadOnly={isReadOnly}
      />
      <div
        ref={panel}
        role="tabpanel"
        id={`${id}-write-panel`}
        aria-labelledby={`${id}-write`}
        hidden={view !== 'write'}
        onKeyDown={suggestions.onKeyDown}
        onSelect={suggestions.look}
        onInput={suggestions.look}
        onBlur={suggestions.close}
        {...files.handlers}
      >
        <TextArea
          {...field}
          onChange={(text) => {
            typed.current = text
            field.onChange(text)
          }}
          ref={box}
          aria-autocomplete="list"
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen ? `${listId}-${suggestions.current}` : undefined}
        />
      </div>
      {view === 'preview' && (
        <div
          role="tabpanel"
          id={`${id}-preview-panel`}
          aria-labelledby={`${id}-preview`}
          className="field-preview"
          style={{ minHeight: height }}
        >
          <p className="field-preview-label">{label}</p>
          <div className="field-preview-text">
            {value.trim() === '' ? (
              <p className="muted">Nothing to preview yet.</p>
            ) : (
              <MarkdownText text={value} mentions={suggestions.people} asSteps={asSteps} />
            )}
          </div>
        </div>
      )}
      <AttachmentsUnderField attachments={attachments} isReadOnly={isReadOnly} isExplained={explainsFiles} />
      {isOpen && (
        <Suggestions
          id={listId}
          label={suggestions.asked?.kind === 'bug' ? 'Bugs' : 'People'}
          anchor={mark}
          items={suggestions.found}
          current={suggestions.current}
          keyOf={({ _id }) => _id}
          onPoint={suggestions.setActive}
          onPick={suggestions.pick}
          onClose={suggestions.close}
        >
          {(suggestion) => <SuggestionRow {...suggestion} />}
        </Suggestions>
      )}
      <p role="status" className="visually-hidden">
        {view === 'write' ? countWords(suggestions.found.length, suggestions.isEmpty) : ''}
      </p>
    </div>
  )
}

function countWords(count: number, isEmpty: boolean): string {
  if (count > 0) return `${count === 1 ? '1 suggestion' : `${count} suggestions`}. Arrow keys choose, Enter inserts.`
  return isEmpty ? 'No suggestions' : ''
}
