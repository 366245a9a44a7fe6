import { useState } from 'react'
import type { Thread } from '../channel/thread.ts'

/** Announces new messages of the others to screen readers, each once, whether visible or not. */
export function NewMessages({ thread }: { thread: Thread }) {
  const last = thread.messages.at(-1)?.seq ?? 0
  const [state, setState] = useState({ from: thread.isLoaded ? last : undefined, words: '' })
  if (thread.isLoaded && state.from === undefined) setState({ from: last, words: '' })
  else if (state.from !== undefined && last < state.from) setState({ from: last, words: '' })
  else if (state.from !== undefined && last > state.from) {
    const { from } = state
    const words = thread.messages
      .filter(({ own, seq }) => !own && seq > from)
      .map(({ sender, message }) => `${sender}: ${message}`)
      .join(' ')
    setState({ from: last, words: words || state.words })
  }
  return (
    <div role="status" aria-live="polite" aria-atomic="true" className="visually-hidden">
      {state.words}
    </div>
  )
}
