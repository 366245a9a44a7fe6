import { IconBold, IconCode, IconLink, IconList, IconPaperclip } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { modifierKey } from '#web/ui/controls/kbd.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import type { TextFormat } from './format-text.ts'

export type FieldView = 'write' | 'preview'

const tools = [
  { format: 'bold', Icon: IconBold, name: 'Bold', key: 'B' },
  { format: 'code', Icon: IconCode, name: 'Code', key: 'E' },
  { format: 'link', Icon: IconLink, name: 'Link', key: 'K' },
  { format: 'list', Icon: IconList, name: 'List', key: '' },
] as const

/** Shows, above a Markdown field, its two views, format buttons for pointers, and a button to add files. */
export function FieldBar({
  id,
  view,
  onView,
  onFormat,
  onFiles,
  isReadOnly,
}: {
  id: string
  view: FieldView
  onView: (view: FieldView) => void
  onFormat: (format: TextFormat) => void
  onFiles: (files: File[]) => void
  isReadOnly: boolean
}) {
  return (
    <div className="field-bar">
      {view === 'write' && !isReadOnly && (
        // Keyboards have shortcuts for the formats; as tab stops they would be between one field and the next.
        <div className="field-tools" aria-hidden>
          {tools.map(({ format, Icon, name, key }) => (
            <IconButton
              key={format}
              size={24}
              tabIndex={-1}
              title={key ? `${name} (${modifierKey} ${key})` : name}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onFormat(format)}
            >
              <Icon size={16} />
            </IconButton>
          ))}
        </div>
      )}
      {view === 'write' && !isReadOnly && <FilePicker onFiles={onFiles} />}
      <Views id={id} view={view} onView={onView} />
    </div>
  )
}

function Views({ id, view, onView }: { id: string; view: FieldView; onView: (view: FieldView) => void }) {
  const tabs = useRef<HTMLDivElement>(null)
  const other = view === 'write' ? 'preview' : 'write'

  function onKeyDown(event: KeyboardEvent) {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return
    event.preventDefault()
    const next = event.key === 'Home' ? 'write' : event.key === 'End' ? 'preview' : other
    onView(next)
    tabs.current?.querySelector<HTMLElement>(`[data-view=${next}]`)?.focus()
  }

  return (
    <div ref={tabs} role="tablist" aria-label="Write or preview" className="field-views" onKeyDown={onKeyDown}>
      {(['write', 'preview'] as const).map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}`}
          data-view={name}
          aria-selected={name === view}
          aria-controls={`${id}-${name}-panel`}
          tabIndex={name === view ? 0 : -1}
          onClick={() => onView(name)}
        >
          {name === 'write' ? 'Write' : 'Preview'}
        </button>
      ))}
    </div>
  )
}

function FilePicker({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton size={24} aria-label="Attach files" title="Attach files" onClick={() => input.current?.click()}>
        <IconPaperclip size={16} aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          // Allows picking the same file again.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
