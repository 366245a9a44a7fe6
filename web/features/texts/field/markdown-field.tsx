import { useMergedRef } from '@mantine/hooks'
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { AttachmentsUnderField, useAttachments } from '#web/features/attachments/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { MarkdownText } from '../shown/markdown-text.tsx'
import { caretPlace } from './caret-place.ts'
import { FieldBar, type FieldView } from './field-bar.tsx'
import { formatKeys, formatText } from './format-text.ts'
import { SuggestionList } from './suggestion-list.tsx'
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
  readonly ref?: Ref<HTMLTextAreaElement>
  /** Whether the preview shows numbered lines as a list, as the page will. */
  readonly asSteps?: boolean
}

/**
 * Shows a field for Markdown: with a preview, suggestions of people after `@` and of bugs after `#`, and files that are
 * pasted, dropped or picked.
 */
export function MarkdownField({ ref, asSteps = false, ...field }: MarkdownFieldProps) {
  const { value, label, error } = field
  const isReadOnly = field.readOnly === true || field.disabled === true
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const boxRef = useMergedRef(box, ref ?? null)
  const [view, setView] = useState<FieldView>('write')
  const [height, setHeight] = useState(0)
  const suggestions = useSuggestions(box)
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
  return (
    <div ref={frame} className="markdown-field" data-over={files.isOver || undefined}>
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
          ref={boxRef}
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
      <AttachmentsUnderField attachments={attachments} isReadOnly={isReadOnly} />
      {isOpen && suggestions.asked && (
        <SuggestionList
          id={listId}
          suggestions={suggestions.found}
          current={suggestions.current}
          place={placeIn(frame.current, box.current, suggestions.asked.start)}
          onPoint={suggestions.setActive}
          onPick={suggestions.pick}
        />
      )}
      <p role="status" className="visually-hidden">
        {view === 'write' ? countWords(suggestions.found.length, suggestions.isEmpty) : ''}
      </p>
    </div>
  )
}

/** Returns the position of a character of the field, relative to the frame around the field. */
function placeIn(frame: HTMLElement | null, box: HTMLTextAreaElement | null, index: number) {
  if (!frame || !box) return { left: 0, top: 0, height: 0 }
  const place = caretPlace(box, index)
  const [outer, inner] = [frame.getBoundingClientRect(), box.getBoundingClientRect()]
  return { ...place, left: place.left + inner.left - outer.left, top: place.top + inner.top - outer.top }
}

function countWords(count: number, isEmpty: boolean): string {
  if (count > 0) return `${count === 1 ? '1 suggestion' : `${count} suggestions`}. Arrow keys choose, Enter inserts.`
  return isEmpty ? 'No suggestions' : ''
}
