import { useEffect, useRef } from 'react'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import type { CompletionOption } from './completion.ts'
import './completion-list.css'

/** Shows the suggestions for a search under its field. The field handles the keys, and keeps the focus. */
export function CompletionList({
  id,
  options,
  current,
  onPoint,
  onPick,
}: {
  id: string
  options: readonly CompletionOption[]
  current: number
  onPoint: (index: number) => void
  onPick: (option: CompletionOption) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <div ref={list} id={id} role="listbox" aria-label="Suggestions" className="completions">
      {options.map((option, index) => (
        <button
          key={option.text}
          type="button"
          tabIndex={-1}
          role="option"
          id={`${id}-${index}`}
          aria-selected={index === current}
          className="completion"
          onPointerMove={() => onPoint(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
        >
          {option.kind === 'person' ? (
            <>
              <Avatar name={option.label} size={20} />
              <span className="completion-label">{option.label}</span>
            </>
          ) : (
            <>
              <span className="completion-text mono">{option.text}</span>
              <span className="completion-label muted">{option.label}</span>
            </>
          )}
        </button>
      ))}
    </div>
  )
}
