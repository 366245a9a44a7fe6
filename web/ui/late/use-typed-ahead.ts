import { useLayoutEffect, useState } from 'react'

/** Text that was typed for something before it had opened. */
export interface TypedAhead {
  readonly words: string
  /** Whether it ends with Enter. */
  readonly isSent: boolean
}

const nothing: TypedAhead = { words: '', isSent: false }

/**
 * Keeps what is typed while something with a field is loading: otherwise the first letters would be lost, or taken as the page's
 * own keys.
 * @param isAwaited whether it was requested and has not opened yet
 * @param onCancel called for Escape
 */
export function useTypedAhead(isAwaited: boolean, isShown: boolean, onCancel: () => void): TypedAhead {
  const [typed, setTyped] = useState(nothing)
  if (!isShown && typed !== nothing) setTyped(nothing)

  // A layout effect: it must be gone when the field takes the keys itself.
  useLayoutEffect(() => {
    if (!isAwaited) return
    function onKeyDown(event: KeyboardEvent) {
      const { key } = event
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (key === 'Escape') onCancel()
      else if (key === 'Enter') setTyped(({ words }) => ({ words, isSent: words !== '' }))
      else if (key === 'Backspace') setTyped(({ words }) => ({ words: words.slice(0, -1), isSent: false }))
      else if (key.length === 1) setTyped(({ words }) => ({ words: words + key, isSent: false }))
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before any other listener.
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  })
  return typed
}
