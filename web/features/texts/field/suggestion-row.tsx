import { IconCircleDot, IconCircleX } from '@tabler/icons-react'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import type { Suggestion } from './suggestions-query.ts'
import './suggestion-row.css'

/** Shows a suggested person or bug. */
export function SuggestionRow(suggestion: Suggestion) {
  if (suggestion.kind === 'person') {
    return (
      <>
        <Avatar name={suggestion.name} size={20} />
        <span className="suggestion-words">{suggestion.name}</span>
      </>
    )
  }
  const { title, isClosed } = suggestion
  return (
    <>
      {isClosed ? <IconCircleX size={16} aria-hidden /> : <IconCircleDot size={16} aria-hidden />}
      <span className="visually-hidden">{isClosed ? 'Closed: ' : 'Open: '}</span>
      <span className="suggestion-words">{title}</span>
      <span className="mono muted">{suggestion.key}</span>
    </>
  )
}
